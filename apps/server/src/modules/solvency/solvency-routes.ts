import { transparencyOwnLiability, transparencySolvency } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { SolvencyService } from './solvency-service.ts'

/** The published totals, and each customer's own proof. */
export function solvencyRoutes(service: SolvencyService): Route[] {
  return [
    route(transparencySolvency, async () => ok(await service.totals())),
    route(transparencyOwnLiability, async (_input, { principal }) => ok(await service.own(principal.customerId))),
  ]
}
