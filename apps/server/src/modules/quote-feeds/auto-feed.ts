import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../platform/logger.ts'
import type { LiveFeed } from './live-feed.ts'
import type { SourceHealth } from './live-source.ts'
import type { FeedSink, QuoteFeed, SourceKind } from './quote-feed.ts'
import { sinkOf } from './quote-feed.ts'

export interface AutoFeedOptions {
  readonly live: readonly LiveFeed[]
  /** Has every instrument. */
  readonly simulated: QuoteFeed
  readonly instrumentIds: readonly number[]
  /** How long a source has to give its first price of an instrument. */
  readonly probeMs: number
  /** The label that an instrument had in the newest stored frame. */
  readonly kindBefore: (instrumentId: number) => SourceKind | null
  readonly logger: Logger
}

/** Live prices where a source provides them, simulated prices for the rest. */
export interface AutoFeed extends QuoteFeed {
  /** Settles when every instrument can be decided: when all sources have responded, at the latest after `probeMs`. */
  readonly probed: Promise<void>
  takeHealth(): SourceHealth[]
}

/**
 * Decides for each instrument, once, whether its prices are live or simulated: live as soon as a source provides one,
 * simulated when no source can or the time is up. Until then it has no price. The decision holds until the feed stops:
 * live prices that stop become stale and are never replaced by simulated ones.
 */
export function createAutoFeed(options: AutoFeedOptions): AutoFeed {
  const { live, simulated, logger } = options
  const kinds = new Map<number, SourceKind>()
  const undecided = new Set<number>()
  for (const id of options.instrumentIds) {
    if (live.some((feed) => feed.kindOf(id) !== null)) undecided.add(id)
    else kinds.set(id, 'simulated')
  }
  const timer = new AbortController()
  const isTimeUp = { value: false }
  const probed = probe(options, timer.signal).then(() => {
    isTimeUp.value = true
  })

  const decide = (sink: FeedSink): void => {
    for (const id of undecided) {
      const kind = kindNow(id, live, isTimeUp.value)
      if (kind === null) continue
      kinds.set(id, kind)
      undecided.delete(id)
      const before = options.kindBefore(id)
      if (before !== null && before !== kind) sink.seam(id)
    }
    if (undecided.size > 0) return
    for (const feed of live) if (!options.instrumentIds.some((id) => isPricedBy(feed, id, kinds))) void feed.stop()
    logger.info(
      { live: [...kinds.values()].filter((kind) => kind === 'live').length, of: kinds.size },
      'the sources of prices are decided',
    )
  }
  return {
    name: 'auto',
    kindOf: (id) => kinds.get(id) ?? options.kindBefore(id) ?? 'simulated',
    session: () => null,
    openingPrice: (id) => live.map((feed) => feed.openingPrice(id)).find((price) => price !== null) ?? null,
    async readUntil(untilMs, sink) {
      if (undecided.size > 0) decide(sink)
      const liveSink = sinkOf(sink, (id) => kinds.get(id) === 'live')
      for (const feed of live) await feed.readUntil(untilMs, liveSink)
      await simulated.readUntil(
        untilMs,
        sinkOf(sink, (id) => kinds.get(id) === 'simulated'),
      )
    },
    async stop() {
      timer.abort()
      await Promise.all([...live, simulated].map((feed) => feed.stop()))
    },
    probed,
    takeHealth: () => live.map((feed) => feed.takeHealth()),
  }
}

async function probe({ live, probeMs }: AutoFeedOptions, signal: AbortSignal): Promise<void> {
  const timeUp = sleep(probeMs, undefined, { signal, ref: false }).catch(() => undefined)
  await Promise.race([timeUp, Promise.all(live.map((feed) => feed.answered))])
}

function kindNow(instrumentId: number, live: readonly LiveFeed[], isTimeUp: boolean): SourceKind | null {
  const prospects = live.map((feed) => feed.prospect(instrumentId))
  if (prospects.includes('quoted')) return 'live'
  return isTimeUp || !prospects.includes('waiting') ? 'simulated' : null
}

function isPricedBy(feed: LiveFeed, instrumentId: number, kinds: ReadonlyMap<number, SourceKind>): boolean {
  return kinds.get(instrumentId) === 'live' && feed.kindOf(instrumentId) !== null
}
