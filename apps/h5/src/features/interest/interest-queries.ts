import { interestOrderDetail, interestOrderList, interestProducts, interestSummary, walletAssets } from '@candor/api'
import type { TermState, TermView } from '@candor/api'
import { call, invalidate, queryKeyOf, replaceResponse } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { usePages, useRecord } from '../../shared/page/records/index.ts'
import { refreshMs } from './interest-model.ts'

/** The interest orders of the customer, newest first: all, or those of one state. */
export function useTerms(state: TermState | null) {
  return usePages({
    queryKey: queryKeyOf(interestOrderList, { pages: state ?? 'all' }),
    read: (page, options) => call(interestOrderList, { ...page, ...(state === null ? {} : { state }) }, options),
  })
}

/** One interest order. The socket reports its repayment; polling covers a lost connection. */
export function useTerm(id: string) {
  return useRecord(interestOrderDetail, id, (term) => refreshMs(term, realtime.clock.nowMs()))
}

/** Stores an order as returned by the server, and refetches everything it changed. */
export async function keepTerm(term: TermView): Promise<void> {
  await replaceResponse(interestOrderDetail, { id: term.id }, term)
  refreshInterest()
}

/** Refetches what an order changes: the list, the sums, the coverage, the balances. */
export function refreshInterest(): void {
  invalidate(interestOrderList, interestSummary, interestProducts, walletAssets)
}
