import { withdrawalDetail, withdrawalList, withdrawalQuote, withdrawalReadiness } from '@candor/api'
import type { CallOf } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useSettled } from '../../shared/forms/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { useRecord, useWholeList } from '../../shared/page/records/index.ts'
import { refreshMs } from './withdrawal-state-model.ts'

/** A quote is renewed this long before it expires, so that it never expires under the finger. */
const quoteMarginMs = 3_000

/** What is still missing, and what can be withdrawn. */
export function useReadiness() {
  return useQuery(queryFor(withdrawalReadiness, {}))
}

/** The quote of the form, after a pause in typing; renewed before it expires. Null requests none. */
export function useQuote(input: CallOf<typeof withdrawalQuote> | null) {
  const settled = useSettled(input === null ? null : JSON.stringify(input))
  const isSettled = input !== null && settled === JSON.stringify(input)
  const query = useQuery({
    ...queryFor(withdrawalQuote, input ?? { asset: 'USDT', amount: '0', payoutMethodId: '' }),
    enabled: isSettled,
    // A quote replaces the previous one of the same asset: a cached one may be invalid.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : Math.max(1_000, data.expiresAtMs - realtime.clock.nowMs() - quoteMarginMs),
  })
  return { ...query, isWaiting: input !== null && (!isSettled || query.isPending) }
}

/** The withdrawals of the customer, newest first. */
export function useWithdrawals() {
  return useWholeList(withdrawalList)
}

/** One withdrawal. The socket reports its steps; polling covers a lost connection. */
export function useWithdrawal(id: string) {
  return useRecord(withdrawalDetail, id, ({ state }) => refreshMs(state))
}
