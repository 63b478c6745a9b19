import type shared from '../messages/en.json'

/**
 * The texts of each folder of messages, by its name. A feature adds its own in `messages.d.ts`:
 * `declare module '../../shared/i18n/message-key.ts' { interface MessageFolders { reviews: typeof en } }`.
 */
export interface MessageFolders {
  shared: typeof shared
}

/** Every key that `t` knows: "<folder>.<key in its en.json>". Any other one does not compile. */
export type MessageKey = {
  [Folder in keyof MessageFolders & string]: `${Folder}.${keyof MessageFolders[Folder] & string}`
}[keyof MessageFolders & string]

/** Values of the place-holders of a text. */
export type MessageValues = Readonly<Record<string, string | number>>
