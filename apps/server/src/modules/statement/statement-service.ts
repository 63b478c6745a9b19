import type { OutputOf, StatementLine, walletAssets } from '@candor/api'
import { pageOf } from '../../platform/page.ts'
import type { Page } from '../../platform/page.ts'
import type { Database } from '../../platform/transaction.ts'
import { readBalances } from '../ledger/index.ts'
import { assetsOf, cursorOf, positionAfter, positionOf, statementLine } from './statement.ts'
import { readStatement, readUsdtPrice } from './statement-store.ts'
import type { StatementFilter } from './statement-store.ts'

type Assets = OutputOf<typeof walletAssets>

/** Shows a customer's money and every movement of it. */
export interface StatementService {
  assets(customerId: bigint): Promise<Assets>
  /** A page of the statement, newest first. A malformed cursor returns an empty page. */
  statement(filter: StatementFilter, cursor: string | null, limit: number): Promise<Page<StatementLine>>
}

export function createStatementService(pool: Database): StatementService {
  return {
    async assets(customerId) {
      const [balances, usdtPrice] = await Promise.all([readBalances(pool, [customerId]), readUsdtPrice(pool)])
      return assetsOf(balances, usdtPrice)
    },

    statement: (filter, cursor, limit) =>
      pageOf(
        { cursor, limit },
        {
          positionOf,
          read: (position, count) => readStatement(pool, filter, position ?? {}, count),
          cursorOf: (_last, shown, position) => cursorOf(positionAfter(position ?? {}, shown)),
          viewOf: statementLine,
        },
      ),
  }
}
