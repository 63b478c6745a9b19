declare module 'virtual:message-loaders' {
  import type { Messages } from '@lingui/core'

  type Load = () => Promise<{ readonly messages: Messages }>

  /** The lazy catalogues of each language that every feature has texts for: `first` for the first screens, and one for each further folder. */
  export const messageLoaders: Readonly<Record<string, Readonly<Record<string, Load>>>>
}
