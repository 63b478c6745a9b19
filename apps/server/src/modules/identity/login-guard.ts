import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import { ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import { clearAttempts, deleteOldAttempts, lockAttempts, putFailures, takeBackAttempt } from './attempt-store.ts'
import type { AttemptSubjects } from './attempt-store.ts'
import { failuresOf, forgottenAfterMs, mayAttempt } from './login-attempts.ts'

/** An attempt that was counted as failed in advance. Whatever is not said about it, it stays a failure. */
export interface LoginAttempt {
  /** The password was right: the account starts from zero, and the network gets this attempt back. */
  succeeded(): Promise<void>
  /** Nothing was verified: the attempt never happened. */
  notMade(): Promise<void>
}

/** Counts attempts to log in, per account and per network, before they are verified. */
export interface LoginGuard {
  begin(who: { account: string; ip: string; isProven: boolean }): Promise<Result<LoginAttempt, 'frequent-operations' | 'captcha-required'>>
  prune(): Promise<void>
}

/** Makes the guard. Counters are kept for accounts that do not exist, too, and behave the same. */
export function createLoginGuard({
  pool,
  clock,
  secret,
}: {
  readonly pool: Database
  readonly clock: Clock
  readonly secret: string
}): LoginGuard {
  const attemptOf = (subjects: AttemptSubjects): LoginAttempt => ({
    async succeeded() {
      await clearAttempts(pool, 'account', subjects.account)
      await takeBackAttempt(pool, 'network', subjects.network)
    },
    async notMade() {
      await takeBackAttempt(pool, 'account', subjects.account)
      await takeBackAttempt(pool, 'network', subjects.network)
    },
  })

  return {
    begin({ account, ip, isProven }) {
      const subjects = {
        account: keyedHash(secret, 'login-account', account.trim().toLowerCase()),
        network: keyedHash(secret, 'login-network', networkOf(ip)),
      }
      return withTransaction(pool, async (client) => {
        const records = await lockAttempts(client, subjects)
        const nowMs = clock.nowMs()
        for (const kind of ['account', 'network'] as const) {
          const allowed = mayAttempt(kind, records[kind], { nowMs, isProven })
          if (!allowed.ok) return allowed
        }
        for (const kind of ['account', 'network'] as const) {
          await putFailures(client, { kind, subject: subjects[kind], failures: failuresOf(records[kind], nowMs) + 1, lastMs: nowMs })
        }
        return ok(attemptOf(subjects))
      })
    },
    prune: () => deleteOldAttempts(pool, clock.nowMs() - forgottenAfterMs),
  }
}
