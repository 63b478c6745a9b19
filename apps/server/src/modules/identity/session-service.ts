import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Principal } from '../../platform/principal.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { deviceOf, idleLimitMs, isTokenText, newToken, tokenHash } from './identity.ts'
import {
  deleteIdleSessions,
  findSessions,
  insertSession,
  listSessions,
  revokeSessionOf,
  revokeSessionsOf,
  touchSession,
} from './session-store.ts'
import type { StoredSession } from './session-store.ts'
import { createSessionLookup } from './session-lookup.ts'

/** The origin of a call, as stored with the session. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string
}

/** Sessions and their tokens. */
export interface Sessions {
  /** The customer behind a token, or null for one that is unknown, revoked or idle for 30 days. */
  authenticate(token: string): Promise<Principal | null>
  /** Opens a session and returns its token, which is stored nowhere. */
  open(client: Database | Transaction, customerId: bigint, origin: Origin): Promise<string>
  /** Opens a session of a disabled account, valid for customer service only. */
  openForSupport(customerId: bigint, origin: Origin): Promise<string>
  /** Where a customer is logged in, this session first. */
  list(place: Pick<Principal, 'customerId' | 'sessionId'>): Promise<StoredSession[]>
  /** Ends a session of a customer and publishes it. False for an unknown id. */
  revoke(customerId: bigint, sessionId: bigint): Promise<boolean>
  /**
   * Ends every session of a customer except one (null: all), in the transaction of the cause. Afterwards pass the
   * result to `announce`.
   */
  revokeAllBut(client: Database | Transaction, customerId: bigint, exceptId: bigint | null): Promise<bigint[]>
  /** Publishes that sessions have ended, which closes their sockets. After the commit. */
  announce(customerId: bigint, sessionIds: readonly bigint[]): void
  prune(): Promise<void>
}

/** Another process may change a customer: cached principals are never older than this. */
const rememberedMs = 10_000
const rememberedTokens = 20_000
/** The last use is written at most this often. */
const touchEveryMs = 5 * 60_000
const listedSessions = 100

interface Remembered {
  readonly principal: Principal
  readonly readMs: number
}

/**
 * Creates the sessions. Principals are cached for seconds and evicted at once when the bus reports `session-revoked` or
 * `customer-changed`.
 */
export function createSessions({ pool, clock, bus }: { readonly pool: Database; readonly clock: Clock; readonly bus: Bus }): Sessions {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedTokens })
  const lookup = createSessionLookup((hashes) => findSessions(pool, hashes, clock.nowMs() - idleLimitMs))
  let revocations = 0
  const forget = (customerId: bigint, sessionId: bigint | null) => {
    revocations += 1
    for (const [key, { principal }] of remembered) {
      if (principal.customerId === customerId && (sessionId === null || principal.sessionId === sessionId)) remembered.delete(key)
    }
  }
  bus.subscribe('session-revoked', ({ customerId, sessionId }) => forget(customerId, sessionId))
  bus.subscribe('customer-changed', ({ customerId }) => forget(customerId, null))

  const read = async (hash: Buffer, key: string): Promise<Principal | null> => {
    const revocationsBefore = revocations
    const nowMs = clock.nowMs()
    const found = await lookup(hash)
    if (found === null) return null
    if (nowMs - found.lastUsedMs >= touchEveryMs) await touchSession(pool, found.principal.sessionId, nowMs)
    // A principal read before a revocation may be the revoked one.
    if (revocations === revocationsBefore) remembered.set(key, { principal: found.principal, readMs: nowMs })
    return found.principal
  }

  const announce = (customerId: bigint, sessionIds: readonly bigint[]) => {
    for (const sessionId of sessionIds) bus.publish('session-revoked', { customerId, sessionId })
  }

  const open = async (client: Database | Transaction, customerId: bigint, { ip, userAgent }: Origin, isSupportOnly: boolean) => {
    const token = newToken()
    await insertSession(client, {
      customerId,
      tokenHash: tokenHash(token),
      device: deviceOf(userAgent),
      network: networkOf(ip),
      createdMs: clock.nowMs(),
      isSupportOnly,
    })
    return token
  }

  return {
    async authenticate(token) {
      if (!isTokenText(token)) return null
      const hash = tokenHash(token)
      const key = hash.toString('base64')
      const known = remembered.get(key)
      if (known !== undefined && clock.nowMs() - known.readMs < rememberedMs) return known.principal
      remembered.delete(key)
      return read(hash, key)
    },
    open: (client, customerId, origin) => open(client, customerId, origin, false),
    openForSupport: (customerId, origin) => open(pool, customerId, origin, true),
    list: ({ customerId, sessionId }) =>
      listSessions(pool, customerId, { firstId: sessionId, usedSinceMs: clock.nowMs() - idleLimitMs, limit: listedSessions }),
    async revoke(customerId, sessionId) {
      const isRevoked = await revokeSessionOf(pool, customerId, sessionId, clock.nowMs())
      if (isRevoked) announce(customerId, [sessionId])
      return isRevoked
    },
    revokeAllBut: (client, customerId, exceptId) => revokeSessionsOf(client, customerId, { exceptId, nowMs: clock.nowMs() }),
    announce,
    prune: () => deleteIdleSessions(pool, clock.nowMs() - idleLimitMs),
  }
}
