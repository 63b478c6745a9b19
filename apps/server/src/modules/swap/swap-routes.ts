import { swapDetail, swapExecute, swapList, swapQuote, swapTerms } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { SwapService } from './swap-service.ts'

/** The customers' operations of swaps. */
export function swapRoutes(service: SwapService): Route[] {
  return [
    route(swapTerms, async () => ok({ items: await service.terms() })),
    route(swapQuote, (input, call) => service.quote(call.principal.customerId, input)),
    route(swapExecute, (input, call) => service.execute(call.principal.customerId, input)),
    route(swapList, async (input, call) =>
      ok(await service.list(call.principal.customerId, input.cursor ?? null, input.limit)),
    ),
    route(swapDetail, (input, call) => service.detail(call.principal.customerId, input.id)),
  ]
}
