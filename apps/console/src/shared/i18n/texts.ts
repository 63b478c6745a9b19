import type { MessageValues } from '@candor/client'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { MessageKey } from './message-key.ts'

/** The console's only language. Numbers and dates follow it. */
export const locale = 'en-GB'

const i18n = setupI18n()
i18n.setMessagesCompiler(compileMessageOrThrow)

/** Sets the texts of every folder: full key to ICU message. Called once, before anything is drawn. */
export function loadTexts(messages: Readonly<Record<string, string>>): void {
  i18n.load(locale, { ...messages })
  i18n.activate(locale)
}

/** The text of a key: `t('reviews.title')`, `t('shared.late', { time })`. */
export function t(key: MessageKey, values?: MessageValues): string {
  return i18n._(key, values === undefined ? {} : { ...values })
}
