import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { siteOf } from '../../platform/rate-limit/index.ts'
import { ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import { clearAttempts, deleteOldAttempts, lockAttempts, putFailures, takeBackAttempt } from './attempt-store.ts'
import type { AttemptCounter } from './attempt-store.ts'
import { failuresOf, forgottenAfterMs, hasWaited, mayAttempt } from './login-attempts.ts'
import type { AttemptRecord } from './login-attempts.ts'

/** An attempt counted as a failure in advance. It remains one unless reported otherwise. */
export interface LoginAttempt {
  /** The password was right: the account's counters are reset, and the network's is decremented. */
  succeeded(): Promise<void>
  /** Nothing was verified: the attempt is uncounted. */
  notMade(): Promise<void>
}

/** Counts attempts at passwords before they are verified. */
export interface LoginGuard {
  /** An attempt to log in. `deviceId` is that of a device which has logged in to the account before, or null. */
  begin(who: {
    account: string
    ip: string
    deviceId: string | null
    isProven: boolean
  }): Promise<Result<LoginAttempt, 'frequent-operations' | 'captcha-required'>>
  /** A logged-in customer's attempt to enter the old password. */
  beginOldPassword(customerId: bigint): Promise<Result<LoginAttempt, 'frequent-operations'>>
  prune(): Promise<void>
}

export interface LoginGuardDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly secret: string
}

/** Creates the guard. Counters also exist for unknown accounts, and behave the same. */
export function createLoginGuard({ pool, clock, secret }: LoginGuardDependencies): LoginGuard {
  const attemptOf = (counters: readonly AttemptCounter[]): LoginAttempt => ({
    async succeeded() {
      for (const { kind, subject } of counters) {
        if (kind === 'network') await takeBackAttempt(pool, kind, subject)
        else await clearAttempts(pool, kind, subject)
      }
    },
    async notMade() {
      for (const { kind, subject } of counters) await takeBackAttempt(pool, kind, subject)
    },
  })

  const count = <Refusal extends string>(
    counters: readonly AttemptCounter[],
    allow: (counter: AttemptCounter & AttemptRecord, nowMs: number) => Result<null, Refusal>,
  ): Promise<Result<LoginAttempt, Refusal>> =>
    withTransaction(pool, async (client) => {
      const locked = await lockAttempts(client, counters)
      const nowMs = clock.nowMs()
      for (const counter of locked) {
        const allowed = allow(counter, nowMs)
        if (!allowed.ok) return allowed
      }
      for (const { kind, subject, ...record } of locked) {
        await putFailures(client, { kind, subject, failures: failuresOf(record, nowMs) + 1, lastMs: nowMs })
      }
      return ok(attemptOf(counters))
    })

  return {
    begin: (who) =>
      count(countersOf(who, secret), (counter, nowMs) =>
        mayAttempt(counter.kind, counter, { nowMs, isProven: who.isProven }),
      ),
    beginOldPassword: (customerId) =>
      count(
        [{ kind: 'old-password', subject: keyedHash(secret, 'old-password', String(customerId)) }],
        (counter, nowMs) => hasWaited(counter.kind, counter, nowMs),
      ),
    prune: () => deleteOldAttempts(pool, clock.nowMs() - forgottenAfterMs),
  }
}

function countersOf(
  who: { readonly account: string; readonly ip: string; readonly deviceId: string | null },
  secret: string,
): AttemptCounter[] {
  if (who.deviceId !== null) return [{ kind: 'device', subject: keyedHash(secret, 'login-device', who.deviceId) }]
  const account = who.account.trim().toLowerCase()
  const network = siteOf(who.ip)
  return [
    { kind: 'account', subject: keyedHash(secret, 'login-account', account) },
    { kind: 'account-network', subject: keyedHash(secret, 'login-account-network', account, network) },
    { kind: 'network', subject: keyedHash(secret, 'login-network', network) },
  ]
}
