import { securityClose, securityClosing } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { ClosingService } from './closing-service.ts'

/** What is left in the customer's own account, and closing it. */
export function closingRoutes(service: ClosingService): Route[] {
  return [
    route(securityClosing, async (_input, call) => ok(await service.state(call.principal.customerId))),
    route(securityClose, (input, call) => service.close(call.principal.customerId, input)),
  ]
}
