import type en from './messages/en.json'

declare module '../i18n/message-key.ts' {
  interface MessageFolders {
    'ask-support': typeof en
  }
}
