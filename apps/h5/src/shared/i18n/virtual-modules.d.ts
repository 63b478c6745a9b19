declare module 'virtual:message-loaders' {
  import type { Messages } from '@lingui/core'
  /** One lazy catalogue per language that every feature has texts for. */
  export const messageLoaders: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>>
}
