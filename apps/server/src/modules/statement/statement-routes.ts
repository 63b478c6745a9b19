import { walletAssets, walletStatement } from '@candor/contract'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { StatementService } from './statement-service.ts'

/** The wallet operations: balances and the statement. */
export function statementRoutes(service: StatementService): Route[] {
  return [
    route(walletAssets, async (_input, call) => ok(await service.assets(call.principal.customerId))),
    route(walletStatement, async (input, call) => {
      const filter = {
        customerId: call.principal.customerId,
        asset: input.asset ?? null,
        kind: input.kind ?? null,
        fromMs: input.fromMs ?? null,
        toMs: input.toMs ?? null,
      }
      return ok(await service.statement(filter, input.cursor ?? null, input.limit))
    }),
  ]
}
