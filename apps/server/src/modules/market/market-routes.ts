import { marketCandles, marketInstruments, marketQuotes } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { MarketService } from './market-service.ts'

/** The operations of the market: all public. */
export function marketRoutes(service: MarketService): Route[] {
  return [
    route(marketInstruments, ({ category }) => Promise.resolve(ok({ items: service.instruments(category) }))),
    route(marketQuotes, ({ category, symbols }) =>
      Promise.resolve(ok(service.quotes({ category, symbols: symbols?.split(',') }))),
    ),
    route(marketCandles, ({ symbol, interval, before, limit }) =>
      service.candles({ symbol, interval, beforeMs: before, limit }),
    ),
  ]
}
