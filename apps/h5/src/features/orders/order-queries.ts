import { contractDays, contractOrder, contractOrders } from '@candor/api'
import type { OrderView } from '@candor/api'
import { usePages as usePagesByCursor } from '@candor/client/react'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { startOf } from '../../shared/page/period/index.ts'
import { usePages } from '../../shared/page/records/index.ts'
import { orderRefreshMs } from '../../shared/instrument/positions/index.ts'

/** Which orders a list shows: those in position, or closed ones, all or of one result, market or month. */
export interface OrdersShown {
  readonly state: OrderView['state']
  readonly result: NonNullable<OrderView['result']> | null
  readonly symbol: string | null
  /** The local month of the settlement: "2026-11". */
  readonly month: string | null
}

/** Whether a list leaves some of the orders in its state out. */
export function isFiltered({ result, symbol, month }: OrdersShown): boolean {
  return result !== null || symbol !== null || month !== null
}

/** Orders, newest first, page by page. Account events make it read again. */
export function useOrders(shown: OrdersShown) {
  return usePages({
    queryKey: queryKeyOf(contractOrders, { ...shown, pages: 'all' }),
    read: (page, options) => call(contractOrders, { ...page, ...filterOf(shown) }, options),
  })
}

function filterOf({ state, result, symbol, month }: OrdersShown) {
  return {
    state,
    ...(result === null ? {} : { result }),
    ...(symbol === null ? {} : { symbol }),
    ...(month === null ? {} : { fromMs: startOf(month), toMs: startOf(month, 1) }),
  }
}

/** Each day's contract sums, newest day first, page by page. A page is as many days as the server chooses. */
export function useDaySums(utcOffsetMinutes: number, isNeeded: boolean) {
  return usePagesByCursor({
    queryKey: queryKeyOf(contractDays, { utcOffsetMinutes, pages: 'all' }),
    read: (cursor, options) =>
      call(contractDays, { utcOffsetMinutes, ...(cursor === null ? {} : { cursor }) }, options),
    enabled: isNeeded,
  })
}

/** One order. The socket reports its settlement; polling finds the entry price, and covers a lost connection. */
export function useOrder(id: string) {
  return useQuery({
    ...queryFor(contractOrder, { id }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : (orderRefreshMs(data, realtime.clock.nowMs()) ?? false),
    refetchIntervalInBackground: false,
  })
}
