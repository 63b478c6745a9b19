import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { parse, z } from 'zod/mini'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { startMarketRole } from './market.ts'

/** The input of the market's thread. */
export const marketWorkerData = z.object({
  marketUrl: z.string(),
  feed: z.string(),
  liveUrls: z.object({
    kraken: z.optional(z.string()),
    binance: z.optional(z.string()),
    coinbase: z.optional(z.string()),
  }),
  keyed: z.object({
    oanda: z.optional(z.object({ url: z.string(), token: z.string(), account: z.string() })),
    twelveData: z.optional(z.object({ url: z.string(), key: z.string() })),
  }),
  logLevel: z.string(),
})

/** Messages from the market's thread to the main thread. */
export type MarketWorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'frame'; readonly frame: PublishedFrame }
  | { readonly kind: 'lag'; readonly slot: number; readonly lagMs: number }
  | { readonly kind: 'ticks'; readonly source: string; readonly outcome: string; readonly count: number }
  | { readonly kind: 'alarm'; readonly name: string; readonly isRaised: boolean }
  | { readonly kind: 'sources'; readonly sources: readonly SourceHealth[] }

const port = parentPort
if (port !== null) {
  const { marketUrl, feed, liveUrls, keyed, logLevel } = parse(marketWorkerData, workerData)
  const tell = (message: MarketWorkerMessage): void => {
    port.postMessage(message)
  }
  const role = await startMarketRole({
    marketUrl,
    feed,
    liveUrls: Object.fromEntries(Object.entries(liveUrls).filter(([, url]) => url !== undefined)),
    keyed: {
      ...(keyed.oanda === undefined ? {} : { oanda: keyed.oanda }),
      ...(keyed.twelveData === undefined ? {} : { twelveData: keyed.twelveData }),
    },
    clock: systemClock,
    logger: createLogger({ level: logLevel, role: 'market' }),
    publish: (_topic, frame) => {
      tell({ kind: 'frame', frame })
    },
    reportSources: (sources) => {
      tell({ kind: 'sources', sources })
    },
    metrics: {
      framePublished: (slot, lagMs) => {
        tell({ kind: 'lag', slot, lagMs })
      },
      ticks: (source, outcome, count) => {
        tell({ kind: 'ticks', source, outcome, count })
      },
      alarm: (name, isRaised) => {
        tell({ kind: 'alarm', name, isRaised })
      },
    },
  })
  tell({ kind: 'ready' })
  flushCompileCache()
  port.once('message', () => {
    void role.stop().then(() => {
      port.close()
    })
  })
}
