import type { CodePurpose } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'

/** Purposes whose codes are only sent to mailboxes of accounts; other mailboxes get a mail that says they have none. */
export const ofAccountsOnly: ReadonlySet<CodePurpose> = new Set(['password-forgot', 'payment-password', 'change-email'])

export const codeLifeMs = 10 * 60_000
export const codeTries = 5
export const resendAfterMs = 60_000

const hourMs = 60 * 60_000
const freeAnHour = 2
const freeAnHourOfNetwork = 20
const mostADay = 12
/** To one address from all networks together. */
const mostADayOfAddress = 40

/** Times of codes sent lately. */
export interface SendingHistory {
  /** To this address, from any network. */
  readonly toAddressMs: readonly number[]
  /** To this address, from this network. */
  readonly toAddressFromNetworkMs: readonly number[]
  /** To any address, from this network. */
  readonly fromNetworkMs: readonly number[]
}

/** How far back the history must reach. */
export const historyMs = dayMs

/**
 * Whether another code may be sent: not within a minute of the network's last one, at most a dozen a day, and from the
 * third per hour only after a captcha, so that a bot cannot flood a mailbox. Requests of other networks leave the
 * mailbox's owner this allowance, up to a number that it takes several networks to reach.
 */
export function maySend(
  history: SendingHistory,
  nowMs: number,
  isProven: boolean,
): Result<null, 'frequent-operations' | 'captcha-required'> {
  const lastMs = Math.max(...history.toAddressFromNetworkMs, -Infinity)
  if (nowMs - lastMs < resendAfterMs)
    return refuse('frequent-operations', { resendAfterMs: resendAfterMs - (nowMs - lastMs) })
  if (sentWithin(history.toAddressFromNetworkMs, nowMs, dayMs) >= mostADay) return refuse('frequent-operations')
  if (sentWithin(history.toAddressMs, nowMs, dayMs) >= mostADayOfAddress) return refuse('frequent-operations')
  const needsCaptcha =
    sentWithin(history.toAddressMs, nowMs, hourMs) >= freeAnHour ||
    sentWithin(history.fromNetworkMs, nowMs, hourMs) >= freeAnHourOfNetwork
  return needsCaptcha && !isProven ? refuse('captcha-required') : ok(null)
}

function sentWithin(timesMs: readonly number[], nowMs: number, spanMs: number): number {
  return timesMs.filter((timeMs) => nowMs - timeMs < spanMs).length
}
