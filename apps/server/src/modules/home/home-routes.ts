import { homeSummary } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { HomeService } from './home-service.ts'

/** The first screen, for visitors and customers. */
export function homeRoutes(service: HomeService): Route[] {
  return [
    route(homeSummary, async (input, call) =>
      ok(await service.summary(call.principal?.customerId ?? null, input, call.lang)),
    ),
  ]
}
