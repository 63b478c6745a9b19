import type en from './messages/en.json'

declare module '../../shared/i18n/message-key.ts' {
  interface MessageFolders {
    overview: typeof en
  }
}
