import { walletStatement } from '@candor/api'
import { call, queryKeyOf } from '../../shared/api/index.ts'
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
