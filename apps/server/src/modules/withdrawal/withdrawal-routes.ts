import {
  transparencyServiceLevels,
  withdrawalCancel,
  withdrawalCreate,
  withdrawalDetail,
  withdrawalList,
  withdrawalQuote,
  withdrawalReadiness,
} from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import { readReadiness } from './readiness-service.ts'
import type { ReadinessDependencies } from './readiness-service.ts'
import type { WithdrawalService } from './withdrawal-service.ts'

/** The customers' operations of withdrawals, and the public service levels. */
export function withdrawalRoutes(service: WithdrawalService, readiness: ReadinessDependencies): Route[] {
  return [
    route(withdrawalQuote, (input, call) => service.quote(call.principal.customerId, input)),
    route(withdrawalCreate, (input, call) => service.create(call.principal.customerId, input)),
    route(withdrawalCancel, (input, call) => service.cancel(call.principal.customerId, input)),
    route(withdrawalList, async (input, call) =>
      ok(await service.list(call.principal.customerId, { ...input, state: input.state ?? null })),
    ),
    route(withdrawalDetail, (input, call) => service.detail(call.principal.customerId, input.id)),
    route(withdrawalReadiness, async (_input, call) => ok(await readReadiness(readiness, call.principal))),
    route(transparencyServiceLevels, async () => ok(await service.serviceLevels())),
  ]
}
