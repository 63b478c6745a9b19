import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'

/** Whose attempts are counted. */
export type AttemptKind = 'account' | 'network'

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
 * An account asks for a captcha after five failures, and never waits long: a stranger who guesses must not be able to lock the
 * owner out. A network may be a whole office, so it gets more room, but then waits longer.
 */
const rules: Readonly<Record<AttemptKind, AttemptRule>> = {
  account: { free: 5, steady: 10, longestWaitMs: 30_000 },
  network: { free: 30, steady: 100, longestWaitMs: 15 * 60_000 },
}

/** Failures are forgotten an hour after the last one. */
export const forgottenAfterMs = 60 * 60_000

/** The failures that still count. */
export function failuresOf(record: AttemptRecord, nowMs: number): number {
  return nowMs - record.lastMs >= forgottenAfterMs ? 0 : record.failures
}

/** Whether one more attempt may be made, before anything is verified. */
export function mayAttempt(
  kind: AttemptKind,
  record: AttemptRecord,
  now: { readonly nowMs: number; readonly isProven: boolean },
): Result<null, 'frequent-operations' | 'captcha-required'> {
  const rule = rules[kind]
  const failures = failuresOf(record, now.nowMs)
  const waitMs = failures < rule.steady ? 0 : Math.min(rule.longestWaitMs, 1_000 * 2 ** Math.min(failures - rule.steady, 20))
  const leftMs = record.lastMs + waitMs - now.nowMs
  if (waitMs > 0 && leftMs > 0) return refuse('frequent-operations', { retryAfterMs: leftMs })
  return failures >= rule.free && !now.isProven ? refuse('captcha-required') : ok(null)
}
