import { securityExclude, securityLimitSet, securityLimits } from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { CustomerLimits } from './limits-service.ts'

/** The calls of the limits that customers set themselves. */
export function limitsRoutes(limits: CustomerLimits): Route[] {
  return [
    route(securityLimits, async (_input, { principal }) => ok(await limits.view(principal.customerId))),
    route(securityLimitSet, async (input, { principal }) => ok(await limits.set(principal.customerId, input))),
    route(securityExclude, async (input, { principal }) => ok(await limits.exclude(principal.customerId, input))),
  ]
}
