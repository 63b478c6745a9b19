import { contractOrder, contractOrders } from '@candor/contract'
import type { OrderView } from '@candor/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, CallFailed, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import { orderRefreshMs } from './position-model.ts'

const pageSize = 20

/** No cursor yet. */
const firstPage: string | null = null

/** The orders of a state, newest first, page by page. Account events make it read again. */
export function useOrders(state: OrderView['state']) {
  return useInfiniteQuery({
    queryKey: queryKeyOf(contractOrders, { state, pages: 'all' }),
    queryFn: async ({ pageParam, signal }) => {
      const result = await call(
        contractOrders,
        { state, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      )
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** One order. The socket tells its settlement; asking again finds the entry price, and what a cut connection has hidden. */
export function useOrder(id: string) {
  return useQuery({
    ...queryFor(contractOrder, { id }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : (orderRefreshMs(data, realtime.clock.nowMs()) ?? false)),
    refetchIntervalInBackground: false,
  })
}
