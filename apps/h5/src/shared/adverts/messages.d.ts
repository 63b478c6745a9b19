import type en from './messages/en.json'

declare module '../i18n/message-key.ts' {
  interface MessageFolders {
    adverts: typeof en
  }
}
