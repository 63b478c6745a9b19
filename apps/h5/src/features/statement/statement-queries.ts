import { walletStatement, walletStatementTotals } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { startOf } from '../../shared/page/period/index.ts'
import { usePages } from '../../shared/page/records/index.ts'
import { filterOf } from './statement-filter.ts'
import type { StatementShown } from './statement-filter.ts'

/** Movements, newest first. An account event makes it read again. */
export function useStatement(shown: StatementShown) {
  return usePages({
    queryKey: queryKeyOf(walletStatement, { ...shown, pages: 'all' }),
    read: (page, options) => call(walletStatement, { ...page, ...filterOf(shown) }, options),
  })
}

/** What came in and went out in a local month. An account event makes it read again. */
export function useTotals(month: string) {
  return useQuery(queryFor(walletStatementTotals, { fromMs: String(startOf(month)), toMs: String(startOf(month, 1)) }))
}
