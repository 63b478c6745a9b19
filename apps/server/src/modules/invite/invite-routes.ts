import { inviteList, inviteNameSet, inviteSummary } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { InviteService } from './invite-service.ts'

/** The operations of invitations. */
export function inviteRoutes(service: InviteService): Route[] {
  return [
    route(inviteSummary, async (_input, call) => ok(await service.summary(call.principal.customerId))),
    route(inviteNameSet, async ({ name }, call) => {
      await service.showName(call.principal.customerId, name)
      return ok(null)
    }),
    route(inviteList, async ({ cursor = null, limit }, call) =>
      ok(await service.list(call.principal.customerId, cursor, limit)),
    ),
  ]
}
