import {
  operatorClaim,
  operatorClaims,
  operatorLogin,
  operatorLogout,
  operatorMe,
  operatorRelease,
  operatorTeam,
  operatorTeamDisable,
} from '@candor/api/operator'
import type { OperatorView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { OperatorPrincipal, Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { OperatorLogins } from './login-service.ts'
import { closeSession, readClaims, releaseClaim, takeClaim } from './operator-store.ts'
import { disableColleague, readTeam } from './team-store.ts'

const claimsAtMost = 500

/** Logging in and out, the team, and claims. */
export function operatorRoutes(pool: Database, logins: OperatorLogins, cell: number | null): Route[] {
  return [
    route(operatorLogin, async (form, origin) => {
      const opened = await logins.login(form, origin)
      return opened.ok ? ok({ ...viewOf(opened.value), token: opened.value.secret }) : opened
    }),
    route(operatorMe, async (_input, { operator }) => ok({ ...viewOf(operator), expiresMs: operator.expiresMs, cell })),
    route(operatorLogout, async (_input, { operator }) => {
      await closeSession(pool, operator.secret)
      return ok(null)
    }),
    route(operatorTeam, async (_input, { operator }) => ok({ items: await readTeam(pool, operator.secret) })),
    route(operatorTeamDisable, async (form, { operator }) =>
      (await disableColleague(pool, operator.secret, form)) ? ok(null) : refuse('not-found'),
    ),
    route(operatorClaims, async (_input, { operator }) => {
      const claims = await readClaims(pool, operator.operatorId, claimsAtMost)
      return ok({ items: claims.map((claim) => ({ ...claim, operatorId: String(claim.operatorId) })) })
    }),
    route(operatorClaim, async ({ subject }, { operator }) => {
      const claim = await takeClaim(pool, operator.secret, subject)
      const view = { ...claim, operatorId: String(claim.operatorId) }
      return claim.isOwn ? ok(view) : refuse('already-claimed', view)
    }),
    route(operatorRelease, async ({ subject }, { operator }) =>
      (await releaseClaim(pool, operator.secret, subject)) ? ok(null) : refuse('not-found'),
    ),
  ]
}

function viewOf({ operatorId, name, roles, isSandboxReviewer }: Omit<OperatorPrincipal, 'expiresMs'>): OperatorView {
  return { operatorId: String(operatorId), name, roles: [...roles], isSandboxReviewer }
}
