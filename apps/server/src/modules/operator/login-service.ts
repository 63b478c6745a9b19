import type { operatorLogin, InputOf } from '@candor/api/operator'
import { deriveKey } from '../../platform/argon2.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'
import { newSalt, operatorKeyCost } from './operator.ts'
import { beginLogin, openSession } from './operator-store.ts'
import type { OpenedSession } from './operator-store.ts'

/** The origin of a login. */
export interface LoginOrigin {
  readonly ip: string
  readonly userAgent: string
}

type LoginRefusal = 'wrong-credentials' | 'new-password-required' | 'frequent-operations'

/** Logs operators in. */
export interface OperatorLogins {
  login(form: InputOf<typeof operatorLogin>, origin: LoginOrigin): Promise<Result<OpenedSession, LoginRefusal>>
}

/**
 * Makes the way in: the attempt is counted first, then the key is derived here, and the database verifies it with the
 * code.
 */
export function createOperatorLogins(pool: Database): OperatorLogins {
  const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 16 })
  return {
    async login({ account, password, totp, newPassword }, { ip, userAgent }) {
      if (newPassword === password) return refuse('new-password-required')
      const begun = await beginLogin(pool, account.trim().toLowerCase())
      if ('lockedUntilMs' in begun) return refuse('frequent-operations', { lockedUntilMs: begun.lockedUntilMs })
      const derived = await queue(async () => {
        const key = await deriveKey(password, begun.salt, operatorKeyCost)
        if (newPassword === undefined) return { key, next: null }
        const salt = newSalt()
        return { key, next: { salt, key: await deriveKey(newPassword, salt, operatorKeyCost) } }
      })
      if (!derived.ok) return derived
      const origin = { device: userAgent, network: networkOf(ip) }
      const opened = await openSession(pool, { ticket: begun.ticket, code: totp, ...derived.value, ...origin })
      return typeof opened === 'string' ? refuse(opened) : ok(opened)
    },
  }
}
