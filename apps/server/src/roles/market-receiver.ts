import { sourceStates } from '../modules/quote-feeds/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import type { Clock, Repeat } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { receiveLog } from './log-receiver.ts'
import type { PeerMessage } from './peers.ts'

export interface MarketReceiverOptions {
  readonly onFrame: (frame: PublishedFrame) => void
  readonly metrics: Metrics
  readonly logger: Logger
  readonly clock?: Clock
  readonly repeat?: Repeat
}

/** The market as the server knows it from its messages. */
export interface MarketReceiver {
  readonly take: (message: PeerMessage) => void
  /** The recent health of the live sources; empty when the feed is not live. */
  sources(): readonly SourceHealth[]
  /** Ends the check that the log reports. */
  stop(): void
}

/** Passes the market's frames on, and counts what its metrics count. */
export function receiveMarket({ onFrame, metrics, logger, ...time }: MarketReceiverOptions): MarketReceiver {
  let sources: readonly SourceHealth[] = []
  let newestSlot: number | null = null
  const log = receiveLog({ metrics, ...time })
  return {
    take: (message) => {
      switch (message.kind) {
        case 'frame':
          onFrame(message.frame)
          break
        case 'lag':
          // The first frame says nothing about what was before this process.
          if (newestSlot !== null && message.slot > newestSlot + 1)
            metrics.framesMissing.inc(message.slot - newestSlot - 1)
          newestSlot = Math.max(message.slot, newestSlot ?? message.slot)
          metrics.framesPublished.set(message.slot)
          metrics.frameLagSeconds.observe(message.lagMs / 1000)
          for (const { source, outcome, count } of message.ticks) metrics.feedTicks.inc({ source, outcome }, count)
          break
        case 'alarm':
          metrics.alarms.set({ name: message.name }, message.isRaised ? 1 : 0)
          if (message.isRaised) logger.error({ alarm: message.name }, 'the market raised an alarm')
          break
        case 'sources':
          sources = message.sources
          for (const source of sources) measureSource(source, metrics)
          break
        case 'log':
        case 'witness':
        case 'witnesses':
        case 'compared':
          log.take(message)
          break
        case 'deposit':
        case 'polled':
        case 'verified':
        case 'shared':
          // The watcher's, for deposits, the verifier's, and other servers'.
          break
      }
    },
    sources: () => sources,
    stop: log.stop,
  }
}

function measureSource({ name, state, lastTickMs, faults }: SourceHealth, metrics: Metrics): void {
  for (const each of sourceStates) metrics.feedSourceState.set({ source: name, state: each }, state === each ? 1 : 0)
  if (lastTickMs !== null) metrics.feedSourceTickSeconds.set({ source: name }, lastTickMs / 1000)
  for (const [fault, count] of Object.entries(faults)) metrics.feedSourceFaults.inc({ source: name, fault }, count)
}
