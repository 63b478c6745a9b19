import {
  interestOpen,
  interestOrderDetail,
  interestOrderList,
  interestProducts,
  interestRedeem,
  interestSummary,
} from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { InterestService } from './interest-service.ts'

/** The operations of the interest wallet. */
export function interestRoutes(service: InterestService): Route[] {
  return [
    route(interestProducts, async () => ok({ items: await service.products() })),
    route(interestSummary, async (_input, call) => ok(await service.summary(call.principal.customerId))),
    route(interestOpen, (input, call) => service.open(call.principal.customerId, input)),
    route(interestRedeem, (input, call) => service.redeem(call.principal.customerId, input)),
    route(interestOrderList, async (input, call) =>
      ok(await service.list(call.principal.customerId, { ...input, state: input.state ?? null })),
    ),
    route(interestOrderDetail, (input, call) => service.detail(call.principal.customerId, input.id)),
  ]
}
