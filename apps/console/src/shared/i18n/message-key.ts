import type { MessageKeyOf } from '@candor/client'
import type shared from '../messages/en.json'

/** The texts of each message folder, by its name. */
export interface MessageFolders {
  shared: typeof shared
}

/** Every key that `t` knows. */
export type MessageKey = MessageKeyOf<MessageFolders>
