import type { Principal } from '../../platform/principal.ts'
import { networkOf } from '../../platform/rate-limit/index.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { createAuthentication } from './authentication.ts'
import type { SessionDependencies } from './authentication.ts'
import { newToken, tokenHash } from '../../platform/token.ts'
import { deviceOf, idleLimitMs, sessionLimits } from './identity.ts'
import { deleteIdleSessions, insertSession, listSessions, revokeSessionOf, revokeSessionsOf } from './session-store.ts'
import type { StoredSession } from './session-store.ts'

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

const listedSessions = 100

/** Creates the sessions. */
export function createSessions({ pool, clock, bus }: SessionDependencies): Sessions {
  const authenticate = createAuthentication({ pool, clock, bus })
  const announce = (customerId: bigint, sessionIds: readonly bigint[]) => {
    for (const sessionId of sessionIds) bus.publish('session-revoked', { customerId, sessionId })
  }

  const open = async (
    client: Database | Transaction,
    customerId: bigint,
    { ip, userAgent }: Origin,
    isSupportOnly: boolean,
  ) => {
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
    authenticate,
    open: (client, customerId, origin) => open(client, customerId, origin, false),
    openForSupport: (customerId, origin) => open(pool, customerId, origin, true),
    list: ({ customerId, sessionId }) =>
      listSessions(pool, customerId, {
        firstId: sessionId,
        ...sessionLimits(clock.nowMs()),
        limit: listedSessions,
      }),
    async revoke(customerId, sessionId) {
      const isRevoked = await revokeSessionOf(pool, customerId, sessionId, clock.nowMs())
      if (isRevoked) announce(customerId, [sessionId])
      return isRevoked
    },
    revokeAllBut: (client, customerId, exceptId) =>
      revokeSessionsOf(client, customerId, { exceptId, nowMs: clock.nowMs() }),
    announce,
    prune: () => deleteIdleSessions(pool, clock.nowMs() - idleLimitMs),
  }
}
