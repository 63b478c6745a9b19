import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'

/**
 * The counted attempts. To log in from an unknown device: to an account from anywhere, to it from one network, and from
 * the network to any account. From a device that has logged in before: on that device alone. And to enter the old
 * password when changing it.
 */
export type AttemptKind = 'account' | 'account-network' | 'network' | 'device' | 'old-password'

/** Failed attempts so far, and when the last one was. */
export interface AttemptRecord {
  readonly failures: number
  readonly lastMs: number
}

interface AttemptRule {
  /** Failures without a captcha. */
  readonly free: number
  /** Failures without waiting; then the wait doubles with each. */
  readonly steady: number
  readonly longestWaitMs: number
}

/**
 * A stranger's guesses must not lock the owner out. So an account requires a captcha after five failures from anywhere,
 * but waits are of the network that failed. What an account itself waits after a hundred failures is the brake against
 * many networks; devices that have logged in before do not wait for it. A network may be a whole office, so it has more
 * attempts, but then waits longer. A customer who changes the password is logged in and has no captcha; waiting there
 * locks out no one, because a forgotten password can be reset.
 */
const rules: Readonly<Record<AttemptKind, AttemptRule>> = {
  account: { free: 5, steady: 100, longestWaitMs: 3 * 60_000 },
  'account-network': { free: 5, steady: 10, longestWaitMs: 15 * 60_000 },
  network: { free: 30, steady: 100, longestWaitMs: 15 * 60_000 },
  device: { free: 5, steady: 10, longestWaitMs: 30_000 },
  'old-password': { free: Infinity, steady: 5, longestWaitMs: 15 * 60_000 },
}

/** Failures are forgotten an hour after the last one. */
export const forgottenAfterMs = 60 * 60_000

/** The failures that still count. */
export function failuresOf(record: AttemptRecord, nowMs: number): number {
  return nowMs - record.lastMs >= forgottenAfterMs ? 0 : record.failures
}

/** Whether the wait after too many failures is over. */
export function hasWaited(
  kind: AttemptKind,
  record: AttemptRecord,
  nowMs: number,
): Result<null, 'frequent-operations'> {
  const rule = rules[kind]
  const failures = failuresOf(record, nowMs)
  const waitMs =
    failures < rule.steady ? 0 : Math.min(rule.longestWaitMs, 1_000 * 2 ** Math.min(failures - rule.steady, 20))
  const leftMs = record.lastMs + waitMs - nowMs
  return waitMs > 0 && leftMs > 0 ? refuse('frequent-operations', { retryAfterMs: leftMs }) : ok(null)
}

/** Whether one more attempt may be made, before anything is verified. */
export function mayAttempt(
  kind: AttemptKind,
  record: AttemptRecord,
  now: { readonly nowMs: number; readonly isProven: boolean },
): Result<null, 'frequent-operations' | 'captcha-required'> {
  const waited = hasWaited(kind, record, now.nowMs)
  if (!waited.ok) return waited
  return failuresOf(record, now.nowMs) >= rules[kind].free && !now.isProven ? refuse('captcha-required') : ok(null)
}
