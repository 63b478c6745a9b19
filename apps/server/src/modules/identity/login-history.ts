import type { LoginView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { pageById } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import type { Customer } from './customer-store.ts'
import { coarseNetwork, deviceViewOf, isSameDevice } from './device.ts'
import { deviceOf } from './identity.ts'
import { deleteOldLogins, insertLogin, knownDevices, listLogins } from './login-store.ts'
import { securityMail } from './security-mail.ts'
import type { Origin } from './session-service.ts'

const keptMs = 90 * dayMs
const keptOfOutcome = 50

/** Successful and failed logins to an account, for its owner. */
export interface LoginHistory {
  /** Records the first session of an account: its device is known from then on. */
  recordRegistration(client: Transaction, customerId: bigint, origin: Origin): Promise<void>
  /** Records a login in the transaction that opens its session, and mails the owner if the device is new. */
  recordLogin(client: Transaction, customer: Customer, origin: Origin): Promise<void>
  /**
   * Records a failure in the background: the response for an existing account must not take longer than for an unknown
   * one.
   */
  recordLater(customerId: bigint, outcome: Exclude<LoginView['outcome'], 'logged-in'>, origin: Origin): void
  /** A page of attempts, newest first, after the one with the id `cursor`. */
  list(customerId: bigint, wanted: PageWanted): Promise<Page<LoginView>>
  prune(): Promise<void>
}

export interface LoginHistoryDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
}

/** Makes the history: 90 days, and of each outcome the newest 50. */
export function createLoginHistory({ pool, clock, logger }: LoginHistoryDependencies): LoginHistory {
  const record = (client: Database | Transaction, customerId: bigint, outcome: LoginView['outcome'], origin: Origin) =>
    insertLogin(
      client,
      {
        customerId,
        outcome,
        device: deviceOf(origin.userAgent),
        network: coarseNetwork(networkOf(origin.ip)),
        atMs: clock.nowMs(),
      },
      keptOfOutcome,
    )

  return {
    recordRegistration: (client, customerId, origin) => record(client, customerId, 'logged-in', origin),
    async recordLogin(client, customer, origin) {
      const { customerId, email, lang } = customer
      const known = await knownDevices(client, customerId)
      await record(client, customerId, 'logged-in', origin)
      if (email === null || known.some((device) => isSameDevice(device, origin.userAgent))) return
      await enqueueMail(client, { to: email, ...securityMail('new-device', { ...origin, atMs: clock.nowMs(), lang }) })
    },
    recordLater(customerId, outcome, origin) {
      record(pool, customerId, outcome, origin).catch((fault: unknown) => {
        logger.error({ err: fault }, 'a failed login could not be recorded')
      })
    },
    list: (customerId, wanted) =>
      pageById(wanted, {
        read: (beforeId, limit) => listLogins(pool, customerId, { beforeId, sinceMs: clock.nowMs() - keptMs, limit }),
        idOf: ({ loginId }) => loginId,
        viewOf: ({ loginId, device, ...row }) => ({ id: String(loginId), ...row, device: deviceViewOf(device) }),
      }),
    prune: () => deleteOldLogins(pool, clock.nowMs() - keptMs),
  }
}
