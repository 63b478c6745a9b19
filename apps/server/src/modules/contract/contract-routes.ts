import {
  contractBuy,
  contractDays,
  contractOrder,
  contractOrders,
  contractPerformance,
  contractRecord,
  contractTerms,
} from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { ContractService } from './contract-service.ts'

/** The contract operations. */
export function contractRoutes(service: ContractService): Route[] {
  return [
    route(contractTerms, (input) => service.terms(input.symbol)),
    route(contractBuy, (input, call) => service.buy(call.principal.customerId, input)),
    route(contractOrders, async (input, call) =>
      ok(
        await service.orders(call.principal.customerId, {
          ...input,
          state: input.state ?? null,
          result: input.result ?? null,
        }),
      ),
    ),
    route(contractDays, async (input, call) =>
      ok(await service.days(call.principal.customerId, { ...input, cursor: input.cursor ?? null })),
    ),
    route(contractRecord, async (_input, call) => ok(await service.record(call.principal.customerId))),
    route(contractPerformance, async (input, call) =>
      ok(await service.performance({ customerId: call.principal.customerId, ...input })),
    ),
    route(contractOrder, (input, call) => service.order(call.principal.customerId, input.id)),
  ]
}
