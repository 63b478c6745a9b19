import type { MarketView } from '../modules/market/index.ts'
import { createRealtimeService } from '../modules/realtime/index.ts'
import type { QuoteReader, RealtimeDependencies, RealtimeService } from '../modules/realtime/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Shared } from './shared.ts'

/** Starts publishing to sockets. */
export function startRealtime(
  shared: Shared,
  view: MarketView,
  login: Pick<RealtimeDependencies, 'authenticate' | 'admitAuth'>,
): RealtimeService {
  const instruments = view.instruments()
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  const reader: QuoteReader = {
    instruments: instruments.map(({ id, symbol, category, priceDecimals }) => ({
      id,
      symbol,
      category,
      decimals: priceDecimals,
    })),
    quote: (id) => {
      const instrument = byId.get(id)
      return instrument === undefined ? null : view.quote(instrument)
    },
  }
  return createRealtimeService({
    bus: shared.bus,
    metrics: shared.metrics,
    logger: shared.logger,
    mode: shared.config.mode,
    genesisMs: view.genesisMs,
    reader,
    readCandle: (id, interval) => {
      const instrument = byId.get(id)
      return instrument === undefined ? null : view.candle(instrument, interval)
    },
    newestSlot: () => view.latest?.slot ?? null,
    ...login,
    endsRefused: shared.sharedNames !== null,
    nowMs: systemClock.nowMs,
  })
}
