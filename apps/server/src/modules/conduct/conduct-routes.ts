import { transparencyIncidents, transparencyOdds, transparencyRules, transparencyServiceDays } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { ConductService } from './conduct-service.ts'

/** The public figures of the house's conduct, and its rules. */
export function conductRoutes(service: ConductService): Route[] {
  return [
    route(transparencyOdds, async () => ok(await service.odds())),
    route(transparencyIncidents, async () => ok(await service.incidents())),
    route(transparencyRules, async () => ok(await service.rules())),
    route(transparencyServiceDays, async () => ok(await service.serviceDays())),
  ]
}
