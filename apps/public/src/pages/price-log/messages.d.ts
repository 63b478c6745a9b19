import type en from './messages/en.json'

declare module '../../shared/i18n/message-key.ts' {
  interface MessageFolders {
    'price-log': typeof en
  }
}
