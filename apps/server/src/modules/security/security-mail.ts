import type { Language } from '@candor/api'
import { enqueueMail, mailText } from '../../platform/mail/index.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { mailTime, securityMail } from '../identity/index.ts'
import type { Customer, Origin, SecurityNotice } from '../identity/index.ts'

/**
 * Informs an account's owner, in the transaction of the event. `to` is a former address when it differs from the
 * current one.
 */
export async function enqueueNotice(
  client: Transaction,
  notice: SecurityNotice,
  told: {
    readonly customer: Customer
    readonly caller: Origin
    readonly atMs: number
    readonly to?: string
    readonly values?: Readonly<Record<string, string>>
  },
): Promise<void> {
  const { customer, caller, atMs, to = customer.email, values } = told
  if (to === null) return
  const event = { ip: caller.ip, userAgent: caller.userAgent, atMs, lang: customer.lang }
  const mail = securityMail(notice, event, values)
  await enqueueMail(client, { to, customerId: String(customer.customerId), ...mail })
}

/** Informs the owner that too many wrong payment passwords were tried. */
export function paymentPasswordLockedMail({ atMs, lang }: { readonly atMs: number; readonly lang: Language }) {
  const text = mailText(lang, 'payment-password-locked.text', { time: mailTime(atMs) })
  return {
    subject: mailText(lang, 'payment-password-locked.subject'),
    text: `${text}\n\n${mailText(lang, 'payment-password-locked.help')}\n`,
  }
}

/** The line at the top of a mail that proves to its reader that we sent it. */
export function phraseLine(phrase: string, lang: Language): string {
  return mailText(lang, 'phrase', { phrase })
}
