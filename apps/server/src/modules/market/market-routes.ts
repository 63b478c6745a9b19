import { marketCandles, marketInstruments, marketQuotes } from '@candor/api'
import { publicRoute } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { MarketService } from './market-service.ts'

/** The operations of the market: all public. */
export function marketRoutes(service: MarketService): Route[] {
  return [
    publicRoute(marketInstruments, ({ category }) => Promise.resolve(ok({ items: service.instruments(category) }))),
    publicRoute(marketQuotes, ({ category, symbols }) =>
      Promise.resolve(ok(service.quotes({ category, symbols: symbols?.split(',') }))),
    ),
    publicRoute(marketCandles, ({ symbol, interval, before, limit }) =>
      service.candles({ symbol, interval, beforeMs: before, limit }),
    ),
  ]
}
