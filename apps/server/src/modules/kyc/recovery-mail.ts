import type { Language } from '@candor/api'
import { enqueueMail, mailText } from '../../platform/mail/index.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { mailTime } from '../identity/index.ts'

/** The outcome of a recovery, for its mails. */
export interface EndedRecovery {
  readonly customerId: bigint
  readonly lang: Language
  /** The lost mailbox; null when the account had none. */
  readonly from: string | null
  readonly to: string
  /** Until when withdrawals are on hold; null when nothing was changed. */
  readonly heldUntilMs: number | null
}

/** The mails on the outcome of a recovery: to both mailboxes, or only to the new one when nothing was changed. */
export async function enqueueRecoveryMails(client: Transaction, ended: EndedRecovery): Promise<void> {
  const { customerId, lang, from, to, heldUntilMs } = ended
  const mailTo = (address: string, subject: string, text: string) =>
    enqueueMail(client, { to: address, customerId: String(customerId), subject, text: `${text}\n` })
  if (heldUntilMs === null) {
    await mailTo(to, mailText(lang, 'recovery-refused.subject'), mailText(lang, 'recovery-refused.text'))
    return
  }
  const time = mailTime(heldUntilMs)
  await mailTo(to, mailText(lang, 'recovered.subject'), mailText(lang, 'recovered.text', { time }))
  if (from !== null)
    await mailTo(from, mailText(lang, 'email-replaced.subject'), mailText(lang, 'recovered.old', { time }))
}
