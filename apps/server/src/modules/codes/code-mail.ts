import type { CodePurpose, Language } from '@candor/api'
import { mailText } from '../../platform/mail/index.ts'

/** The mail that carries a code, in the reader's language. */
export function codeMail(
  code: string,
  purpose: CodePurpose,
  lang: Language,
): { subject: string; text: string; code: string } {
  const text = `${mailText(lang, 'code.line')} ${code}\n\n${mailText(lang, 'code.life')}\n${mailText(lang, 'code.notYou')}\n`
  return { subject: mailText(lang, `code.${purpose}`), text, code }
}

/**
 * The mail to a mailbox without an account for which a new password was requested. It is sent the same way as one with
 * a code.
 */
export function noAccountMail(lang: Language): { subject: string; text: string } {
  return { subject: mailText(lang, 'noAccount.subject'), text: `${mailText(lang, 'noAccount.text')}\n` }
}
