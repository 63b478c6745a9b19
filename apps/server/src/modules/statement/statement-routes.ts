import { walletAssets, walletStatement, walletStatementCsv, walletStatementTotals } from '@candor/api'
import type { InputOf } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { LoginCall, Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { StatementExports } from './statement-export.ts'
import type { StatementService } from './statement-service.ts'
import type { StatementFilter } from './statement-store.ts'
import { kindsOf } from './statement.ts'

/** The wallet operations: balances, the statement, and its export. */
export function statementRoutes(service: StatementService, exports: StatementExports): Route[] {
  return [
    route(walletAssets, async (_input, call) => ok(await service.assets(call.principal.customerId))),
    route(walletStatement, async (input, call) =>
      ok(await service.statement(filterOf(input, call), input.cursor ?? null, input.limit)),
    ),
    route(walletStatementTotals, async (period, call) => {
      const totals = await service.totals(call.principal.customerId, period)
      return totals.ok ? ok({ items: totals.value }) : totals
    }),
    route(walletStatementCsv, async (input, call) => {
      const begun = await exports.begin(filterOf(input, call))
      return begun.ok ? ok({ contentType: 'text/csv; charset=utf-8', ...begun.value }) : begun
    }),
  ]
}

function filterOf(input: InputOf<typeof walletStatementCsv>, { principal }: LoginCall): StatementFilter {
  const { asset = null, kind, group, fromMs = null, toMs = null } = input
  return { customerId: principal.customerId, asset, kinds: kindsOf(kind, group), fromMs, toMs }
}
