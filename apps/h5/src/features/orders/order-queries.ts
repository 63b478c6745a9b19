import { contractDays, contractOrder, contractOrders } from '@candor/api'
import type { OrderView } from '@candor/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, CallFailed, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { orderRefreshMs } from './position-model.ts'

const pageSize = 20

/** No cursor yet. */
const firstPage: string | null = null

/** Which orders a list shows: those in position, or closed ones, all or of one result. */
export interface OrdersShown {
  readonly state: OrderView['state']
  readonly result: NonNullable<OrderView['result']> | null
}

/** Orders, newest first, page by page. Account events make it read again. */
export function useOrders({ state, result }: OrdersShown) {
  return useInfiniteQuery({
    queryKey: queryKeyOf(contractOrders, { state, result, pages: 'all' }),
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        contractOrders,
        {
          state,
          limit: pageSize,
          ...(result === null ? {} : { result }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      )
      if (!answer.ok) throw new CallFailed(answer)
      return answer.value
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** Each day's contract sums, newest day first, page by page. */
export function useDaySums(utcOffsetMinutes: number, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: queryKeyOf(contractDays, { utcOffsetMinutes, pages: 'all' }),
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        contractDays,
        { utcOffsetMinutes, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      )
      if (!answer.ok) throw new CallFailed(answer)
      return answer.value
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted,
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
