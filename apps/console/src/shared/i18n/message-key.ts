import type { MessageKeyOf } from '@candor/client'
import type shared from '../messages/en.json'

/** The English texts of each folder of messages, by its name. `message-folders.d.ts` beside `src` adds the others. */
export interface MessageFolders {
  shared: typeof shared
}

/** Every key that `t` knows. */
export type MessageKey = MessageKeyOf<MessageFolders>
