import type { MessageKeyOf } from '@candor/client'
import type shared from '../messages/en.json'

/**
 * The texts of each folder of messages, by its name. A feature adds its own in `messages.d.ts`:
 * `declare module '../../shared/i18n/message-key.ts' { interface MessageFolders { reviews: typeof en } }`.
 */
export interface MessageFolders {
  shared: typeof shared
}

/** Every key that `t` knows. */
export type MessageKey = MessageKeyOf<MessageFolders>
