declare module 'virtual:message-loaders' {
  import type { Messages } from '@lingui/core'

  interface Catalogue {
    readonly messages: Messages
  }

  interface FirstCatalogue extends Catalogue {
    /** The lazy catalogues by folder. */
    readonly further: Readonly<Record<string, () => Promise<Catalogue>>>
  }

  /** The lazy catalogue of the first screens in each language that every folder has texts for. */
  export const messageLoaders: Readonly<Record<string, () => Promise<FirstCatalogue>>>
}
