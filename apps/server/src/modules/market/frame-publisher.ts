import { setTimeout as sleep } from 'node:timers/promises'
import { candleIntervalsMs } from '@candor/api'
import { slotEndMs, slotStartMs } from '@candor/formulas'
import type { DayFigures as PublishedFigures, Frame, PublishedFrame } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import type { FeedSession, FeedSink, FeedTick, QuoteFeed } from '../quote-feeds/index.ts'
import { CandleBook, candlesOf } from './candle-book.ts'
import type { FinishedCandles } from './candle-book.ts'
import { dayOf } from './day-figures.ts'
import type { DayWindow } from './day-figures.ts'
import type { FrameBuilder, FrameSource } from './frame-builder.ts'
import { stateCodes } from './instrument-book.ts'
import { loadLastFrame, loadPublished, publishFrame, storeMinute, writeSessions } from './market-store.ts'
import type { Database } from './market-store.ts'
import { loadSourceNumbers } from './record-store.ts'
import type { SlotClock } from './slot-clock.ts'
import { TickKeeper } from './tick-keeper.ts'
import { TickRecorder } from './tick-recorder.ts'
import type { SlotTicks } from './tick-recorder.ts'

/** Metrics of the market role, each reported per slot: its ticks before its frame. */
export interface MarketMetrics {
  framePublished(slot: number, lagMs: number): void
  ticks(source: string, outcome: string, count: number): void
  /** Frames stopped, or resumed. */
  alarm(name: MarketAlarm | 'lease-lost' | 'market-clock-differs', isRaised: boolean): void
}

type MarketAlarm = 'clock-stepped' | 'feed-failing' | 'frames-failing' | 'sources-divergent'

/** Slots that are published late rather than missed: a short stall of the database need not void a contract. */
const maxLateSlots = 4
const retryMs = 100
const figuresEverySlots = 20
const pauseMs = 500
/** While a slot runs, its ticks are read so often: little is left to do after its end. */
const readEveryMs = 50

export interface FramePublisherOptions {
  readonly pool: Database
  readonly clock: SlotClock
  readonly genesisMs: number
  readonly feed: QuoteFeed
  readonly source: FrameSource
  readonly builder: FrameBuilder
  readonly instrumentIds: readonly number[]
  /** Frames stop while the lease of the market is not held; they are published under its term. */
  readonly lease: { readonly isHeld: boolean; readonly term: number | null }
  readonly publish: (frame: PublishedFrame) => void
  readonly logger: Logger
  readonly metrics: MarketMetrics | null
}

/** Publishes exactly one frame per slot: reads the feed, commits the frame, and only then publishes it on the bus. */
export class FramePublisher {
  readonly #options: FramePublisherOptions
  readonly #candles: CandleBook
  readonly #days = new Map<number, DayWindow>()
  readonly #sentFigures = new Map<number, string>()
  readonly #sessions = new Map<number, string>()
  readonly #alarms = new Set<MarketAlarm>()
  readonly #recorder: TickRecorder
  readonly #ticks: TickKeeper
  readonly #sink: FeedSink
  #minutes: FinishedCandles[] = []
  #figures: readonly PublishedFigures[] | null = null
  #storing: Promise<void> = Promise.resolve()
  /** Of the reads since the last frame; null while none failed. */
  #feedError: unknown = null
  #nextSlot: number
  #isStopped = false

  private constructor(options: FramePublisherOptions, sources: ReadonlyMap<string, number>, lastSlot: number | null) {
    this.#options = options
    this.#recorder = new TickRecorder({
      instrumentCount: Math.max(0, ...options.instrumentIds),
      numberOf: sourceNumberOf(options.source, sources),
    })
    this.#ticks = new TickKeeper(options)
    this.#sink = recordingSink(options.builder, this.#recorder)
    this.#candles = new CandleBook({ intervalMs: candleIntervalsMs['1m'], genesisMs: options.genesisMs })
    this.#nextSlot = Math.max(options.clock.endedSlot() + 1, (lastSlot ?? -1) + 1)
  }

  /** Continues from stored state: rebuilds candles in progress from the frames after the last stored minute. */
  static async open(options: FramePublisherOptions): Promise<FramePublisher> {
    const { last, day, unstored } = await loadPublished(options.pool, options.genesisMs)
    const publisher = new FramePublisher(options, await loadSourceNumbers(options.pool), last?.slot ?? null)
    for (const { instrumentId, candle } of day) dayOf(publisher.#days, instrumentId).add(candle)
    for (const frame of unstored) publisher.#addToCandles(frame)
    return publisher
  }

  /** Runs until `stop`. A frame that cannot be stored becomes a gap, and publishing continues with the next slot. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      const isReady = this.#isReady()
      if (isReady) await this.publishEnded()
      await (isReady ? this.#readUntilEnd() : sleep(pauseMs))
    }
    await this.#storing
    await this.#ticks.settled()
  }

  stop(): void {
    this.#isStopped = true
  }

  /**
   * Publishes every slot that is over and not published yet; those too late to matter are left out and become a gap.
   */
  async publishEnded(): Promise<void> {
    const endedSlot = this.#options.clock.endedSlot()
    if (endedSlot - this.#nextSlot >= maxLateSlots) {
      this.#options.logger.warn({ fromSlot: this.#nextSlot, toSlot: endedSlot - 1 }, 'slots were missed')
      this.#nextSlot = endedSlot
    }
    for (; this.#nextSlot <= endedSlot && !this.#isStopped; this.#nextSlot += 1) await this.#publishSlot(this.#nextSlot)
  }

  /**
   * Waits for the end of the next slot and reads its ticks meanwhile. Bounded even when a clock step moves the slot's
   * end far away: stop() must not wait for it.
   */
  async #readUntilEnd(): Promise<void> {
    const { clock, genesisMs } = this.#options
    for (let waitedMs = 0; waitedMs < pauseMs && !this.#isStopped; waitedMs += readEveryMs) {
      await clock.untilEnd(this.#nextSlot, readEveryMs)
      if (clock.msUntilEnd(this.#nextSlot) === 0) return
      await this.#readFeed(Math.min(clock.nowMs(), slotEndMs(this.#nextSlot, genesisMs)))
    }
  }

  #isReady(): boolean {
    const { clock, lease } = this.#options
    const isSteady = clock.isSteady()
    // After the clock steps back, stored frames are ahead of time: no frame can follow until the clock has caught up.
    const isBehind = clock.endedSlot() < this.#nextSlot - 1
    const cause = isSteady ? 'the clock is behind the newest frame' : 'wall time moved by more than 250 ms'
    this.#alarm('clock-stepped', isSteady && !isBehind ? null : new Error(`${cause}: frames are stopped`))
    return isSteady && !isBehind && lease.isHeld
  }

  async #publishSlot(slot: number): Promise<void> {
    const { builder, genesisMs, publish } = this.#options
    await this.#readFeed(slotEndMs(slot, genesisMs))
    this.#alarm('feed-failing', this.#feedError)
    this.#feedError = null
    const frame = builder.build(slot)
    const ticks = this.#recorder.take()
    const committed = await this.#commit(frame, ticks)
    if (committed !== null) publish({ ...committed.frame, publishedMs: committed.publishedMs, ...this.#takeFigures() })
    this.#report(slot)
    // The ticks of a frame that was given up stay in the record: they are among those that make the next one.
    if (committed === null) return this.#continueFromStored()
    this.#recorder.clear()
    // What follows is done after the frame is published, because nothing waits for it.
    this.#ticks.add({ slot, bytes: ticks.bytes })
    this.#addToCandles(committed.frame)
    if (slot % figuresEverySlots === 0) this.#figures = this.#changedFigures()
  }

  /** The frame was given up: the next one is built on the newest that is stored. */
  async #continueFromStored(): Promise<void> {
    const last = await loadLastFrame(this.#options.pool).catch(() => null)
    if (last !== null) this.#options.builder.continueFrom(last)
  }

  #takeFigures(): Pick<PublishedFrame, 'figures'> {
    const figures = this.#figures
    this.#figures = null
    return figures === null ? {} : { figures }
  }

  /**
   * Commits a frame, retrying while it is not too late. Returns the frame stored for the slot (possibly by another
   * process) and its time, or null when the slot was missed.
   */
  async #commit(frame: Frame, ticks: SlotTicks): Promise<{ frame: Frame; publishedMs: number } | null> {
    const { pool, clock, genesisMs, lease } = this.#options
    const giveUpMs = slotEndMs(frame.slot + maxLateSlots, genesisMs)
    for (;;) {
      try {
        await this.#writeChangedSessions(frame)
        const publishedMs = await publishFrame(pool, frame, ticks, lease.term ?? -1)
        this.#alarm('frames-failing', null)
        return { frame, publishedMs }
      } catch (error) {
        if (isOfEarlierTerm(error)) return null
        this.#alarm('frames-failing', error)
        // A lost connection leaves the outcome unknown, so read it from the database.
        const last = await loadLastFrame(pool).catch(() => null)
        if (last !== null && last.slot >= frame.slot)
          return last.slot === frame.slot ? { frame: last, publishedMs: Math.floor(clock.nowMs()) } : null
        if (clock.nowMs() > giveUpMs || this.#isStopped) return null
        await sleep(retryMs)
      }
    }
  }

  /** A failing feed yields no ticks: its instruments become stale, and frames keep saying so. */
  async #readFeed(untilMs: number): Promise<void> {
    try {
      await this.#options.feed.readUntil(untilMs, this.#sink)
    } catch (error) {
      this.#feedError = error
    }
  }

  /** Raises or clears an alarm. Logged once per change. */
  #alarm(name: MarketAlarm, cause: unknown): void {
    const { logger, metrics } = this.#options
    metrics?.alarm(name, cause !== null)
    if (cause === null) this.#alarms.delete(name)
    else if (!this.#alarms.has(name)) {
      this.#alarms.add(name)
      logger.error({ err: cause, alarm: name, slot: this.#nextSlot }, 'the market raised an alarm')
    }
  }

  #report(slot: number): void {
    const { builder, clock, genesisMs, metrics } = this.#options
    const lagMs = clock.nowMs() - slotEndMs(slot, genesisMs)
    const counts = builder.takeCounts()
    const divergent = counts.ticks.get('consensus divergent') ?? 0
    this.#alarm(
      'sources-divergent',
      divergent === 0 ? null : new Error(`${divergent} instruments have sources that stand apart`),
    )
    for (const [key, count] of counts.ticks) {
      const [source = '', outcome = ''] = key.split(' ')
      metrics?.ticks(source, outcome, count)
    }
    metrics?.framePublished(slot, lagMs)
  }

  async #writeChangedSessions(frame: Frame): Promise<void> {
    const { source, instrumentIds, genesisMs, pool } = this.#options
    const changed = new Map<number, FeedSession & { stateCode: number }>()
    for (const id of instrumentIds) {
      const session = source.session(id, slotEndMs(frame.slot, genesisMs) - 1)
      const stateCode = frame.states[id - 1] ?? stateCodes.closed
      const key = `${stateCode} ${session.closesMs} ${session.opensMs}`
      if (this.#sessions.get(id) !== key) changed.set(id, { ...session, stateCode })
    }
    if (changed.size === 0) return
    await writeSessions(pool, changed)
    for (const [id, session] of changed)
      this.#sessions.set(id, `${session.stateCode} ${session.closesMs} ${session.opensMs}`)
  }

  #addToCandles(frame: Frame): void {
    const startMs = slotStartMs(frame.slot, this.#options.genesisMs)
    for (const [id, candle] of candlesOf(frame, startMs)) dayOf(this.#days, id).add(candle)
    const finished = this.#candles.add(frame)
    if (finished === null) return
    this.#minutes.push(finished)
    this.#storing = this.#storing.then(() => this.#storeMinutes())
  }

  /** Frames never wait for candles. A minute that cannot be stored is tried again with the next. */
  async #storeMinutes(): Promise<void> {
    try {
      for (let minute = this.#minutes[0]; minute !== undefined; minute = this.#minutes[0]) {
        await storeMinute(this.#options.pool, minute)
        this.#minutes.shift()
      }
    } catch (error) {
      this.#options.logger.error({ err: error }, 'candles could not be stored')
    }
  }

  #changedFigures(): PublishedFigures[] {
    const changed: PublishedFigures[] = []
    for (const [instrumentId, day] of this.#days) {
      const figures = day.figures()
      if (figures === null) continue
      const { open, high, low, volume } = figures
      const key = `${open} ${high} ${low} ${volume}`
      if (this.#sentFigures.get(instrumentId) === key) continue
      this.#sentFigures.set(instrumentId, key)
      changed.push({ instrumentId, open, high, low, volume })
    }
    return changed
  }
}

/** Another process has the lease: the frame of this slot is that one's to publish. */
function isOfEarlierTerm(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55000'
}

/** Forwards a feed to the builder, and its ticks to the recorder as well. */
function recordingSink(builder: FrameBuilder, recorder: TickRecorder): FeedSink {
  return {
    tick(tick) {
      builder.tick(tick)
      recorder.tick(tick)
    },
    seam: (instrumentId) => builder.seam(instrumentId),
    lost: (source) => builder.lost(source),
  }
}

/** Recordings are one source, whatever provider they are of: they must not pass for its live prices. */
function sourceNumberOf(source: FrameSource, numbers: ReadonlyMap<string, number>): (tick: FeedTick) => number | null {
  return ({ instrumentId, source: name }) =>
    numbers.get(source.kindOf(instrumentId) === 'replay' ? 'replay' : name) ?? null
}
