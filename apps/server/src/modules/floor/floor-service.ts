import type {
  InputOf,
  OutputOf,
  RefusalOf,
  SaleDetailView,
  SaleState,
  floorAdvert,
  floorAdverts,
  floorSaleList,
  floorSell,
} from '@candor/contract'
import { refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'

type SellRefusal = RefusalOf<typeof floorSell> | 'account-disabled' | 'conflict' | 'frequent-operations' | 'system-error'

/** What customers do on the trading floor. */
export interface FloorService {
  adverts(): Promise<OutputOf<typeof floorAdverts>>
  /** Of the merchant who asks, also one that nobody else sees is told of. */
  advert(id: string, customerId: bigint | null): Promise<Result<OutputOf<typeof floorAdvert>, RefusalOf<typeof floorAdvert>>>
  /** Sells exactly as the advert says. A repeat of a request answers the first result. */
  sell(customerId: bigint, form: InputOf<typeof floorSell>): Promise<Result<SaleDetailView, SellRefusal>>
  sales(
    customerId: bigint,
    wanted: { state: SaleState | null; cursor: string | null; limit: number },
  ): Promise<OutputOf<typeof floorSaleList>>
  sale(customerId: bigint, id: string): Promise<Result<SaleDetailView, 'not-found'>>
}

/** A floor on which nobody buys yet. */
export function createFloorService(): FloorService {
  return {
    adverts: async () => ({ items: [], referencePrice: null }),
    advert: async () => refuse('unknown-advert'),
    sell: async () => refuse('unknown-advert'),
    sales: async () => ({ items: [], nextCursor: null }),
    sale: async () => refuse('not-found'),
  }
}
