import type { OutputOf, StatementLine, walletAssets } from '@candor/api'
import type { Pool } from 'pg'
import { readBalances } from '../ledger/index.ts'
import { balanceView, cursorOf, positionAfter, positionOf, statementLine, usdTotals } from './statement.ts'
import { readStatement, readUsdtPrice } from './statement-store.ts'
import type { StatementFilter } from './statement-store.ts'

type Assets = OutputOf<typeof walletAssets>

/** Shows a customer's money and every movement of it. */
export interface StatementService {
  assets(customerId: bigint): Promise<Assets>
  /** A page of the statement, newest first. A malformed cursor returns an empty page. */
  statement(
    filter: StatementFilter,
    cursor: string | null,
    limit: number,
  ): Promise<{ items: StatementLine[]; nextCursor: string | null }>
}

export function createStatementService(pool: Pool): StatementService {
  return {
    async assets(customerId) {
      const [balances, usdtPrice] = await Promise.all([readBalances(pool, [customerId]), readUsdtPrice(pool)])
      const { totalUsd, availableUsd } = usdTotals(balances, usdtPrice)
      return { items: balances.map(balanceView), totalUsd, availableUsd }
    },

    async statement(filter, cursor, limit) {
      const position = cursor === null ? {} : positionOf(cursor)
      if (position === null) return { items: [], nextCursor: null }
      const found = await readStatement(pool, filter, position, limit + 1)
      const shown = found.slice(0, limit)
      const nextCursor = found.length > limit ? cursorOf(positionAfter(position, shown)) : null
      return { items: shown.map(statementLine), nextCursor }
    },
  }
}
