import type { Language } from '@candor/api'
import { mailText } from '../../platform/mail/index.ts'
import type { MailTextName } from '../../platform/mail/index.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import { coarseNetwork, deviceWords } from './device.ts'

/** An event of an account, with its time and origin. */
export interface SecurityEvent {
  readonly atMs: number
  readonly ip: string
  readonly userAgent: string
  /** The language of the account's owner. */
  readonly lang: Language
}

interface MailBody {
  readonly subject: string
  readonly text: string
}

/** The notices to an account's owner: each has a subject and a first sentence in every language. */
export type SecurityNotice = {
  [Name in MailTextName]: Name extends `${infer Notice}.text`
    ? Exclude<Notice, 'account-closed' | 'noAccount' | 'payment-password-locked' | 'recovered' | 'recovery-refused'>
    : never
}[MailTextName]

/**
 * The mail to an account's owner on what happened, when, on which device and from which network. `values` are those of
 * the notice's text.
 */
export function securityMail(
  notice: SecurityNotice,
  { lang, ...event }: SecurityEvent,
  values: Readonly<Record<string, string>> = {},
): MailBody {
  const unknown = mailText(lang, 'event.unknown')
  const facts = [
    `${mailText(lang, 'event.time')} ${mailTime(event.atMs)}`,
    `${mailText(lang, 'event.device')} ${deviceWords(event.userAgent) ?? unknown}`,
    `${mailText(lang, 'event.network')} ${coarseNetwork(networkOf(event.ip)) ?? unknown}`,
  ]
  const advice = `${mailText(lang, 'event.wasYou')}\n${mailText(lang, 'event.wasNotYou')}\n`
  return {
    subject: mailText(lang, `${notice}.subject`),
    text: [mailText(lang, `${notice}.text`, values), facts.join('\n'), advice].join('\n\n'),
  }
}

/** A moment as every mail writes it: to the minute, in UTC. */
export function mailTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
