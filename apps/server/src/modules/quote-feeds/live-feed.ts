import type { Logger } from '../../platform/logger.ts'
import type { LiveSource, SourceFault, SourceHealth, SourceQuote, SourceState } from './live-source.ts'
import { retryDelayMs } from './live-source.ts'
import type { FeedSink, FeedTick, QuoteFeed } from './quote-feed.ts'
import { SourceConnection } from './source-connection.ts'
import type { ConnectionListener } from './source-connection.ts'
import { SourceIntake } from './source-intake.ts'

/** Ticks buffered while frames are stopped; beyond it the oldest half is dropped and counted. */
const mostWaitingTicks = 100_000

export interface LiveFeedOptions {
  readonly source: LiveSource
  /** Instruments by our symbol. */
  readonly instrumentIds: ReadonlyMap<string, number>
  /** Stamps every tick: the clock of the slots. */
  readonly nowMs: () => number
  readonly random: () => number
  readonly logger: Logger
}

/** Whether a source has quoted an instrument since it started, may still quote it, or never will. */
export type Prospect = 'quoted' | 'waiting' | 'none'

/** The feed of one live source, kept connected until stopped. */
export interface LiveFeed extends QuoteFeed {
  prospect(instrumentId: number): Prospect
  /**
   * Settles when the source has reported for every instrument whether it offers it, or when the first connection
   * attempt failed.
   */
  readonly answered: Promise<void>
  /** The source's health; errors are counted since the last call. */
  takeHealth(): SourceHealth
}

/**
 * Opens a source at once and keeps it connected. A broken or silent connection is retried with backoff and jitter. A
 * connection that is announced to end, too old, or missing messages is replaced by a second one before it is dropped.
 */
export function openLiveFeed(options: LiveFeedOptions): LiveFeed {
  const keeper = new SourceKeeper(options)
  return {
    name: options.source.name,
    kindOf: (instrumentId) => (keeper.has(instrumentId) ? 'live' : null),
    session: () => null,
    openingPrice: (instrumentId) => keeper.firstPrice(instrumentId),
    readUntil(untilMs, sink) {
      keeper.read(untilMs, sink)
      return Promise.resolve()
    },
    stop() {
      keeper.stop()
      return Promise.resolve()
    },
    prospect: (instrumentId) => keeper.prospect(instrumentId),
    answered: keeper.answered,
    takeHealth: () => keeper.takeHealth(),
  }
}

class SourceKeeper implements ConnectionListener {
  readonly answered: Promise<void>
  readonly #options: LiveFeedOptions
  readonly #idsOfSource: ReadonlyMap<string, number>
  readonly #intake: SourceIntake
  readonly #firstPrices = new Map<number, string>()
  readonly #awaited: Set<number>
  #resolveAnswered: () => void = () => undefined
  #current: SourceConnection | null = null
  /** Replaces `current` on its first quote. */
  #successor: SourceConnection | null = null
  #retry: NodeJS.Timeout | null = null
  #failures = 0
  #hasFailed = false
  #isStopped = false
  #mayRenew = true
  #renewal: NodeJS.Timeout | null = null
  /** A replacement failed, and is tried again as soon as that is allowed. */
  #owesRenewal = false
  #state: SourceState = 'connecting'
  #ticks: FeedTick[] = []
  #lastTickMs: number | null = null
  /** When the last connection ended without a replacement; null once the sink was notified. */
  #lostMs: number | null = null
  #faults: Partial<Record<SourceFault, number>> = {}

  constructor(options: LiveFeedOptions) {
    this.#options = options
    this.#idsOfSource = instrumentIdsOf(options)
    this.#awaited = new Set(this.#idsOfSource.values())
    this.#intake = new SourceIntake(options.source.name, this.#idsOfSource)
    this.answered = new Promise((resolve) => (this.#resolveAnswered = resolve))
    this.#connect()
  }

  has(instrumentId: number): boolean {
    return this.#awaited.has(instrumentId) || this.#firstPrices.has(instrumentId)
  }

  firstPrice(instrumentId: number): string | null {
    return this.#firstPrices.get(instrumentId) ?? null
  }

  prospect(instrumentId: number): Prospect {
    if (this.#firstPrices.has(instrumentId)) return 'quoted'
    return this.#awaited.has(instrumentId) && !this.#hasFailed ? 'waiting' : 'none'
  }

  read(untilMs: number, sink: FeedSink): void {
    const end = this.#ticks.findIndex((tick) => tick.timeMs >= untilMs)
    const due = end < 0 ? this.#ticks : this.#ticks.slice(0, end)
    this.#ticks = end < 0 ? [] : this.#ticks.slice(end)
    const lostMs = this.#lostMs
    for (const tick of due) {
      if (lostMs !== null && tick.timeMs > lostMs) this.#tellLoss(sink)
      sink.tick(tick)
    }
    if (lostMs !== null && lostMs < untilMs) this.#tellLoss(sink)
  }

  takeHealth(): SourceHealth {
    const faults = this.#faults
    this.#faults = {}
    const instrumentIds = [...this.#firstPrices.keys()]
    return { name: this.#options.source.name, state: this.#state, lastTickMs: this.#lastTickMs, instrumentIds, faults }
  }

  stop(): void {
    this.#isStopped = true
    this.#state = 'unused'
    if (this.#retry !== null) clearTimeout(this.#retry)
    if (this.#renewal !== null) clearTimeout(this.#renewal)
    this.#current?.close()
    this.#successor?.close()
    this.#ticks = []
    this.#resolveAnswered()
  }

  quote(connection: SourceConnection, quote: SourceQuote): void {
    this.#promote(connection)
    const { tick, fault, hasGap } = this.#intake.take(quote, connection.sequence, this.#options.nowMs())
    if (fault !== null) this.#count(fault)
    if (tick !== null) this.#keep(tick)
    if (fault === 'lag') this.#know(quote)
    if (!hasGap) return
    this.#count('gap')
    this.expiring(connection)
  }

  refused(symbol: string): void {
    this.#options.logger.warn({ source: this.#options.source.name, symbol }, 'a source refused an instrument')
    const instrumentId = this.#idsOfSource.get(symbol)
    if (instrumentId !== undefined) this.#answer(instrumentId)
  }

  garbage(): void {
    this.#count('garbage')
  }

  steady(connection: SourceConnection): void {
    if (connection === this.#current) this.#failures = 0
  }

  /** Opens the successor, unless the last one was opened a moment ago. */
  expiring(connection: SourceConnection): void {
    if (connection !== this.#current || this.#successor !== null || !this.#mayRenew || this.#isStopped) return
    const { source, logger } = this.#options
    logger.info({ source: source.name }, 'a connection is being replaced')
    this.#mayRenew = false
    this.#owesRenewal = false
    this.#renewal = setTimeout(() => this.#allowRenewal(), source.limits.renewEveryMs)
    this.#successor = new SourceConnection(source, this)
  }

  ended(connection: SourceConnection, reason: string): void {
    const { source, logger } = this.#options
    this.#count('disconnect')
    if (connection === this.#successor) {
      this.#successor = null
      this.#owesRenewal = true
      logger.warn({ source: source.name, reason }, 'a connection could not be replaced')
      return
    }
    this.#current = this.#successor
    this.#successor = null
    if (this.#current !== null || this.#isStopped) return
    this.#failures += 1
    this.#hasFailed = true
    this.#resolveAnswered()
    this.#state = 'down'
    this.#lostMs = this.#options.nowMs()
    const delayMs = retryDelayMs(this.#failures, source.limits.retry, this.#options.random)
    const level = this.#failures === 1 ? 'warn' : 'debug'
    logger[level](
      { source: source.name, reason, failures: this.#failures, delayMs: Math.round(delayMs) },
      'a source is away',
    )
    this.#retry = setTimeout(() => this.#connect(), delayMs)
  }

  #allowRenewal(): void {
    this.#mayRenew = true
    if (this.#owesRenewal && this.#current !== null) this.expiring(this.#current)
  }

  #connect(): void {
    this.#owesRenewal = false
    this.#intake.forgetOrder()
    this.#current = new SourceConnection(this.#options.source, this)
  }

  /** The first quote proves a connection: it becomes live, and the one it replaces is dropped. */
  #promote(connection: SourceConnection): void {
    if (connection === this.#successor) {
      this.#current?.close()
      this.#current = connection
      this.#successor = null
    }
    if (this.#state === 'live') return
    if (this.#state === 'down') this.#options.logger.info({ source: this.#options.source.name }, 'a source reconnected')
    this.#state = 'live'
  }

  #keep(tick: FeedTick): void {
    // The clock was set back: waiting ticks carry a wrong time.
    if (tick.timeMs < (this.#lastTickMs ?? -Infinity)) this.#ticks = []
    this.#lastTickMs = tick.timeMs
    this.#ticks.push(tick)
    if (this.#ticks.length > mostWaitingTicks) {
      const dropped = this.#ticks.splice(0, mostWaitingTicks / 2)
      this.#count('overflow', dropped.length)
    }
    this.#note(tick.instrumentId, tick.bid ?? tick.last)
  }

  /**
   * A price with an old time is not a tick, but it proves that the source has the instrument: after a quiet night the
   * instrument is stale, not simulated.
   */
  #know({ symbol, bid, last }: SourceQuote): void {
    const instrumentId = this.#idsOfSource.get(symbol)
    if (instrumentId !== undefined) this.#note(instrumentId, bid ?? last)
  }

  #note(instrumentId: number, price: string | null): void {
    if (price === null || this.#firstPrices.has(instrumentId)) return
    this.#firstPrices.set(instrumentId, price)
    this.#answer(instrumentId)
  }

  #tellLoss(sink: FeedSink): void {
    if (this.#lostMs === null) return
    this.#lostMs = null
    sink.lost(this.#options.source.name)
  }

  #answer(instrumentId: number): void {
    this.#awaited.delete(instrumentId)
    if (this.#awaited.size === 0) this.#resolveAnswered()
  }

  #count(fault: SourceFault, by = 1): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + by
  }
}

/** Our instruments by the source's own symbols. */
function instrumentIdsOf({ source, instrumentIds }: LiveFeedOptions): Map<string, number> {
  const result = new Map<string, number>()
  for (const [symbol, theirs] of source.symbols) {
    const instrumentId = instrumentIds.get(symbol)
    if (instrumentId !== undefined) result.set(theirs, instrumentId)
  }
  return result
}
