import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Database } from '../../platform/transaction.ts'
import { isTokenText, tokenHash } from '../../platform/token.ts'
import { sessionLimits } from './identity.ts'
import { createSessionLookup } from './session-lookup.ts'
import { findSessions, touchSession } from './session-store.ts'

/** What sessions need of the server. */
export interface SessionDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly bus: Bus
}

/** Another process may change a customer: cached principals are never older than this. */
const rememberedMs = 10_000
const rememberedTokens = 20_000
/** The last use is written at most this often. */
const touchEveryMs = 5 * 60_000

interface Remembered {
  readonly principal: Principal
  readonly readMs: number
}

/**
 * Makes the check of tokens: it returns the customer behind a token, or null. Principals are cached for seconds and
 * evicted at once when the bus reports `session-revoked` or `customer-changed`.
 */
export function createAuthentication({
  pool,
  clock,
  bus,
}: SessionDependencies): (token: string) => Promise<Principal | null> {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedTokens })
  const lookup = createSessionLookup((hashes) => findSessions(pool, hashes, sessionLimits(clock.nowMs())))
  let revocations = 0
  const forget = (customerId: bigint, sessionId: bigint | null) => {
    revocations += 1
    for (const [key, { principal }] of remembered) {
      if (principal.customerId === customerId && (sessionId === null || principal.sessionId === sessionId))
        remembered.delete(key)
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

  return async (token) => {
    if (!isTokenText(token)) return null
    const hash = tokenHash(token)
    const key = hash.toString('base64')
    const known = remembered.get(key)
    if (known !== undefined && clock.nowMs() - known.readMs < rememberedMs) return known.principal
    remembered.delete(key)
    return read(hash, key)
  }
}
