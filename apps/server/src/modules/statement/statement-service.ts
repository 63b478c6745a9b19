import { longestTotalsMs } from '@candor/api'
import type { OutputOf, StatementLine, StatementTotals, walletAssets } from '@candor/api'
import { formatAmount, subtract } from '@candor/money'
import { pageOf } from '../../platform/page.ts'
import type { Page } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { primaryReads } from '../../platform/transaction.ts'
import type { Database, Reads } from '../../platform/transaction.ts'
import { readBalances } from './balance-store.ts'
import { assetsOf, cursorOf, positionAfter, positionOf, statementLine } from './statement.ts'
import { readPeriodTotals, readStatement, readUsdtPrice } from './statement-store.ts'
import type { PeriodTotals, StatementFilter } from './statement-store.ts'

type Assets = OutputOf<typeof walletAssets>

/** Shows a customer's money and every movement of it. */
export interface StatementService {
  assets(customerId: bigint): Promise<Assets>
  /** A page of the statement, newest first. A malformed cursor returns an empty page. */
  statement(filter: StatementFilter, cursor: string | null, limit: number): Promise<Page<StatementLine>>
  /** What came into each balance and what left it, in a period of at most a month. */
  totals(customerId: bigint, period: Period): Promise<Result<StatementTotals[], 'invalid'>>
}

/** In unix milliseconds, the end excluded. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Some 200 ms of reading: more entries are not added up. */
const mostEntries = 200_000

/** Lines and totals may be as old as `reads` allow; balances are current. */
export function createStatementService(pool: Database, reads: Reads = primaryReads(pool)): StatementService {
  return {
    async totals(customerId, { fromMs, toMs }) {
      if (toMs < fromMs || toMs - fromMs > longestTotalsMs) return refuse('invalid')
      const period = { customerId, fromMs, toMs }
      return ok((await reads.run((from) => readPeriodTotals(from, period, mostEntries))).map(totalsView))
    },

    async assets(customerId) {
      const [balances, usdtPrice] = await Promise.all([readBalances(pool, [customerId]), readUsdtPrice(pool)])
      return assetsOf(balances, usdtPrice)
    },

    statement: (filter, cursor, limit) =>
      pageOf(
        { cursor, limit },
        {
          positionOf,
          read: (position, count) => reads.run((from) => readStatement(from, filter, position ?? {}, count)),
          cursorOf: (_last, shown, position) => cursorOf(positionAfter(position ?? {}, shown)),
          viewOf: statementLine,
        },
      ),
  }
}

function totalsView({ asset, sums }: PeriodTotals): StatementTotals {
  if (sums === null) return { asset, sums }
  const { cameIn, wentOut, fees } = sums
  return {
    asset,
    sums: {
      in: formatAmount(cameIn),
      out: formatAmount(wentOut),
      net: formatAmount(subtract(cameIn, wentOut)),
      fees: formatAmount(fees),
    },
  }
}
