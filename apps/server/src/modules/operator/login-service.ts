import type { operatorLogin, InputOf } from '@candor/api/operator'
import { deriveKey } from '../../platform/argon2.ts'
import type { DeviceCookie } from '../../platform/device-cookie.ts'
import { networkOf, siteOf } from '../../platform/rate-limit/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'
import { authenticatorKey, newSalt, operatorKeyCost } from './operator.ts'
import { beginLogin, openSession, proveLogin } from './operator-store.ts'
import type { OpenedSession } from './operator-store.ts'

/** The origin of a login, with what the browser keeps of earlier ones. */
export interface LoginOrigin {
  readonly ip: string
  readonly userAgent: string
  readonly device: DeviceCookie
}

/** Of known devices, and of unknown ones. */
const queueLimits = { maxRunning: 1, maxWaiting: 16 }

type LoginRefusal = 'wrong-credentials' | 'new-password-required' | 'frequent-operations'

/** Logs operators in. */
export interface OperatorLogins {
  login(form: InputOf<typeof operatorLogin>, origin: LoginOrigin): Promise<Result<OpenedSession, LoginRefusal>>
}

/**
 * Makes the way in: the attempt is counted first, then the key is derived here, and the database verifies it with the
 * code. Devices that have logged in before wait neither for the attempts of others nor in their queue. `secret` is the
 * server's key, under which the authenticators' secrets are sealed.
 */
export function createOperatorLogins({
  pool,
  secret,
}: {
  readonly pool: Database
  readonly secret: string
}): OperatorLogins {
  const totpKey = authenticatorKey(secret)
  const queues = { known: createWorkQueue(queueLimits), unknown: createWorkQueue(queueLimits) }
  return {
    async login({ account, password, totp, newPassword }, { ip, userAgent, device }) {
      if (newPassword === password) return refuse('new-password-required')
      const network = networkOf(ip)
      const name = account.trim().toLowerCase()
      const begun = await beginLogin(pool, { name, network: siteOf(ip), deviceSecret: device.value })
      if ('lockedUntilMs' in begun) return refuse('frequent-operations', begun)
      const derived = await queues[begun.isKnownDevice ? 'known' : 'unknown'](async () => {
        const key = await deriveKey(password, begun.salt, operatorKeyCost)
        if (newPassword === undefined) return { key, next: null }
        const salt = newSalt()
        return { key, next: { salt, key: await deriveKey(newPassword, salt, operatorKeyCost) } }
      })
      if (!derived.ok) return derived
      const { ticket } = begun
      await proveLogin(pool, { ticket, key: derived.value.key, code: totp, totpKey })
      const opened = await openSession(pool, { ticket, next: derived.value.next, device: userAgent, network })
      if (typeof opened === 'string') return refuse(opened)
      if ('lockedUntilMs' in opened) return refuse('frequent-operations', opened)
      if (opened.deviceSecret !== null) device.keep(opened.deviceSecret)
      return ok(opened)
    },
  }
}
