import { userLogins, userSessionRevoke, userSessions } from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { coarseNetwork, deviceViewOf } from './device.ts'
import type { LoginHistory } from './login-history.ts'
import type { Sessions } from './session-service.ts'

/** The calls that show where a customer is and was logged in, and end sessions. */
export function sessionRoutes({
  pool,
  sessions,
  history,
}: {
  pool: Database
  sessions: Sessions
  history: LoginHistory
}): Route[] {
  return [
    route(userSessions, async (_input, { principal }) => {
      const items = (await sessions.list(principal)).map(({ sessionId, device, network, createdMs, lastUsedMs }) => ({
        id: String(sessionId),
        device: deviceViewOf(device),
        network: coarseNetwork(network),
        createdMs,
        lastUsedMs,
        isCurrent: sessionId === principal.sessionId,
      }))
      return ok({ items })
    }),
    route(userSessionRevoke, async ({ scope, id = '0' }, { principal }) => {
      const { customerId, sessionId } = principal
      if (scope === 'one')
        return (await sessions.revoke(customerId, BigInt(id))) ? ok({ revoked: 1 }) : refuse('not-found')
      const ended = await sessions.revokeAllBut(pool, customerId, sessionId)
      sessions.announce(customerId, ended)
      return ok({ revoked: ended.length })
    }),
    route(userLogins, async ({ cursor, limit }, { principal }) =>
      ok(await history.list(principal.customerId, { cursor, limit })),
    ),
  ]
}
