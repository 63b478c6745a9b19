import { Worker } from 'node:worker_threads'
import { sourceStates } from '../modules/quote-feeds/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import type { Bus } from '../platform/bus/index.ts'
import { sourceOff } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { MarketWorkerMessage } from './market-worker.ts'

const restartAfterMs = 1_000
const stopWithinMs = 5_000

export interface MarketThreadOptions {
  readonly config: Config
  readonly bus: Bus
  readonly metrics: Metrics
  readonly logger: Logger
}

/** The market role in a thread of its own, started again when it fails. */
export interface MarketThread {
  /** Settles when the market publishes for the first time, or fails with why it cannot. */
  readonly ready: Promise<void>
  /** The recent health of the live sources; empty when the feed is not live. */
  sources(): readonly SourceHealth[]
  stop(): Promise<void>
}

/** Runs the market role in a worker thread, so that neither HTTP nor settlement delays a frame. */
export function startMarketThread(options: MarketThreadOptions): MarketThread {
  let isStopping = false
  let worker: Worker | null = null
  let sources: readonly SourceHealth[] = []

  const launch = (onReady: () => void, onError: (error: unknown) => void): void => {
    const started = new Worker(new URL('market-worker.ts', import.meta.url), {
      workerData: workerDataOf(options.config),
    })
    worker = started
    started.on('message', (message: MarketWorkerMessage) => {
      if (message.kind === 'ready') onReady()
      else relay(message, options)
      if (message.kind === 'sources') sources = message.sources
    })
    started.on('error', (error) => {
      options.logger.error({ err: error }, 'the market role failed')
      onError(error)
    })
    started.on('exit', () => {
      worker = null
      if (isStopping) return
      options.logger.error('the market role exited; restarting it')
      setTimeout(() => {
        if (!isStopping) launch(onReady, onError)
      }, restartAfterMs)
    })
  }

  const ready = new Promise<void>((resolve, reject) => {
    launch(resolve, reject)
  })
  return {
    ready,
    sources: () => sources,
    async stop() {
      isStopping = true
      if (worker === null) return
      const running = worker
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.postMessage('stop')
      const timer = setTimeout(() => void running.terminate(), stopWithinMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function workerDataOf(config: Config) {
  const urls = { kraken: config.krakenUrl, binance: config.binanceUrl, coinbase: config.coinbaseUrl }
  const liveUrls = Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== sourceOff))
  const { oandaToken: token, oandaAccount: account, twelveDataKey: key } = config
  const keyed = {
    ...(token === '' ? {} : { oanda: { url: config.oandaUrl, token, account } }),
    ...(key === '' ? {} : { twelveData: { url: config.twelveDataUrl, key } }),
  }
  return { marketUrl: config.marketDatabaseUrl, feed: config.feed, liveUrls, keyed, logLevel: config.logLevel }
}

function relay(
  message: Exclude<MarketWorkerMessage, { kind: 'ready' }>,
  { bus, metrics, logger }: MarketThreadOptions,
): void {
  switch (message.kind) {
    case 'frame':
      bus.publish('frame', message.frame)
      break
    case 'lag':
      metrics.framesPublished.set(message.slot)
      metrics.frameLagSeconds.observe(message.lagMs / 1000)
      break
    case 'ticks':
      metrics.feedTicks.inc({ source: message.source, outcome: message.outcome }, message.count)
      break
    case 'alarm':
      metrics.alarms.set({ name: message.name }, message.isRaised ? 1 : 0)
      if (message.isRaised) logger.error({ alarm: message.name }, 'the market raised an alarm')
      break
    case 'sources':
      for (const source of message.sources) measureSource(source, metrics)
      break
  }
}

function measureSource({ name, state, lastTickMs, faults }: SourceHealth, metrics: Metrics): void {
  for (const each of sourceStates) metrics.feedSourceState.set({ source: name, state: each }, state === each ? 1 : 0)
  if (lastTickMs !== null) metrics.feedSourceTickSeconds.set({ source: name }, lastTickMs / 1000)
  for (const [fault, count] of Object.entries(faults)) metrics.feedSourceFaults.inc({ source: name, fault }, count)
}
