/** Every key of an app's texts: "<folder>.<key in the folder's en.json>". Any other key does not compile. */
export type MessageKeyOf<Folders> = {
  [Folder in keyof Folders & string]: `${Folder}.${keyof Folders[Folder] & string}`
}[keyof Folders & string]

/** Values of a text's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>
