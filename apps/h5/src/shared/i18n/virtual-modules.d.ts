declare module 'virtual:message-loaders' {
  import type { Messages } from '@lingui/core'

  type Load = () => Promise<{ readonly messages: Messages }>

  /** The lazy catalogues of each language that every feature has texts for: those of the first screens, and all further ones. */
  export const messageLoaders: Readonly<Record<string, { readonly first: Load; readonly further: Load }>>
}
