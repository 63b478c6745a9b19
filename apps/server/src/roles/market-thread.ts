import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Bus } from '../platform/bus/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { MarketWorkerMessage } from './market-worker.ts'

const restartAfterMs = 1_000
const stopWithinMs = 5_000

export interface MarketThreadOptions {
  readonly config: Pick<Config, 'marketDatabaseUrl' | 'feed' | 'logLevel'>
  readonly bus: Bus
  readonly metrics: Metrics
  readonly logger: Logger
}

/** The market role in a thread of its own, started again when it fails. */
export interface MarketThread {
  /** Settles when the market publishes for the first time, or fails with why it cannot. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Runs the market role in a worker thread, so that neither HTTP nor settlement delays a frame. */
export function startMarketThread(options: MarketThreadOptions): MarketThread {
  let isStopping = false
  let worker: Worker | null = null

  const launch = (onReady: () => void, onFault: (fault: unknown) => void): void => {
    const started = new Worker(new URL('market-worker.ts', import.meta.url), {
      workerData: { marketUrl: options.config.marketDatabaseUrl, feed: options.config.feed, logLevel: options.config.logLevel },
    })
    worker = started
    started.on('message', (message: MarketWorkerMessage) => {
      if (message.kind === 'ready') onReady()
      else relay(message, options)
    })
    started.on('error', (fault) => {
      options.logger.error({ err: fault }, 'the market role failed')
      onFault(fault)
    })
    started.on('exit', () => {
      if (isStopping) return
      options.logger.error('the market role ended; it is started again')
      setTimeout(() => {
        if (!isStopping) launch(onReady, onFault)
      }, restartAfterMs)
    })
  }

  const ready = new Promise<void>((resolve, reject) => {
    launch(resolve, reject)
  })
  return {
    ready,
    async stop() {
      isStopping = true
      if (worker === null) return
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      const timer = setTimeout(() => void worker?.terminate(), stopWithinMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function relay(message: Exclude<MarketWorkerMessage, { kind: 'ready' }>, { bus, metrics, logger }: MarketThreadOptions): void {
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
  }
}
