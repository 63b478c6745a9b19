import { floorAdvert, floorAdverts, floorSaleDetail, floorSaleList, userInfo, walletAssets } from '@candor/api'
import type { AdvertView, SaleState } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { usePages, useRecord } from '../../shared/page/records/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { refreshMs } from './sale-state-model.ts'

/** Other customers sell into the same adverts, which changes their remaining quantities without notice. */
const advertsFreshMs = 5_000

/** The adverts, open ones first. */
export function useAdverts() {
  return useQuery({
    ...queryFor(floorAdverts, {}),
    refetchInterval: advertsFreshMs,
    refetchIntervalInBackground: false,
  })
}

/** The state of one advert during a sale: the list of open adverts loses it once it is replaced. */
export function useAdvert(id: string, listed: AdvertView | undefined) {
  return useQuery({
    ...queryFor(floorAdvert, { id }),
    ...(listed === undefined ? {} : { initialData: { advert: listed, referencePrice: null } }),
    refetchInterval: advertsFreshMs,
    refetchIntervalInBackground: false,
  })
}

/** Sellable USDT; null for visitors, and while unknown. */
export function useAvailableUsdt(): string | null {
  const { data } = useQuery({ ...queryFor(walletAssets, {}), enabled: useIsSignedIn() })
  return data?.items.find(({ asset }) => asset === 'USDT')?.available ?? null
}

/** Whether the seller's identity is verified. */
export function useSeller() {
  return useQuery({ ...queryFor(userInfo, {}), enabled: useIsSignedIn() })
}

/** The sales of the customer, newest first: all of them, or those of one state. */
export function useSales(state: SaleState | null) {
  return usePages({
    queryKey: queryKeyOf(floorSaleList, { pages: state ?? 'all' }),
    read: (page, options) => call(floorSaleList, state === null ? page : { ...page, state }, options),
  })
}

/** One sale. The socket reports its end; polling covers a lost connection. */
export function useSale(id: string) {
  return useRecord(floorSaleDetail, id, refreshMs)
}
