import { slotMs, slotStartMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { candleIntervalsMs, volumeDecimals } from '@candor/api'
import type { CandleInterval, CandleView, InstrumentView, QuoteView } from '@candor/api'
import type { Bus, Frame, PublishedFrame } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { priceBasisOf, priceKinds, readFeedSymbols, sourceKindOf } from '../quote-feeds/index.ts'
import type { PriceKind } from '../quote-feeds/index.ts'
import { CandleBook, candlesOf } from './candle-book.ts'
import type { Candle } from './candle-book.ts'
import type { Instrument } from './catalogue.ts'
import { changeHundredths, dayOf } from './day-figures.ts'
import type { DayWindow } from './day-figures.ts'
import { stateCodes } from './instrument-book.ts'
import * as store from './market-store.ts'
import { priceLabel } from './price-label.ts'
import type { PriceLabels } from './price-label.ts'
import { RollTable } from './rolls.ts'
import { readCalendars, readRolls } from './seed-files.ts'

const refreshMs = 10_000
const stateNames = ['closed', 'open', 'stale'] as const
const intervals = Object.keys(candleIntervalsMs) as CandleInterval[]

/**
 * The market's current state in memory: newest frame, quotes, candles in progress and catalogue. Fed by the bus;
 * database changes by operators and the market role (halts, sessions) are polled every 10 s.
 */
export class MarketView {
  readonly #pool: store.Database
  readonly #logger: Logger
  readonly #labels: PriceLabels = {
    rolls: new RollTable(readRolls(), readCalendars()),
    bases: priceBasisOf(readFeedSymbols()),
  }
  #clock: store.MarketClock
  #instruments: readonly Instrument[] = []
  #bySymbol = new Map<string, Instrument>()
  #sessions = new Map<number, { closesMs: number | null; opensMs: number | null }>()
  #days = new Map<number, DayWindow>()
  #books = new Map<CandleInterval, CandleBook>()
  #latest: (Frame & { readonly publishedMs: number }) | null = null
  /** Frames received while the view is loading; null otherwise. */
  #waiting: PublishedFrame[] | null = []
  #refreshing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: () => void = () => undefined

  private constructor(pool: store.Database, logger: Logger, clock: store.MarketClock) {
    this.#pool = pool
    this.#logger = logger
    this.#clock = clock
  }

  /** Loads the view and keeps it up to date until `stop`. Throws when the market was never seeded. */
  static async open(options: { pool: store.Database; bus: Bus; logger: Logger }): Promise<MarketView> {
    const view = new MarketView(options.pool, options.logger, await store.loadClock(options.pool))
    view.#unsubscribe = options.bus.subscribe('frame', (frame) => view.#take(frame))
    await view.#load()
    view.#timer = setInterval(() => void view.#refresh(), refreshMs).unref()
    return view
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
  }

  /** Reloads the catalogue at once, after an operator changed it. */
  async readCatalogueAgain(): Promise<void> {
    // The read in progress may predate the change.
    await this.#refreshing
    await this.#refresh()
  }

  get genesisMs(): number {
    return this.#clock.genesisMs
  }

  /** Candles that start before this were generated, not quoted; null when there are none. */
  get generatedUntilMs(): number | null {
    return this.#clock.generatedUntilMs
  }

  /** The newest published frame, or null before the first. */
  get latest(): (Frame & { readonly publishedMs: number }) | null {
    return this.#latest
  }

  /** The catalogue in its fixed order, hidden instruments left out. */
  instruments(): readonly Instrument[] {
    return this.#instruments.filter((instrument) => !instrument.isHidden)
  }

  /** An instrument by its symbol, hidden ones included. */
  instrument(symbol: string): Instrument | undefined {
    return this.#bySymbol.get(symbol)
  }

  /** The kinds of source in the newest frame. */
  sourceKinds(): PriceKind[] {
    const codes = new Set(this.#instruments.map((instrument) => this.#latest?.sourceKinds[instrument.id - 1] ?? 0))
    return priceKinds.filter((_, code) => codes.has(code))
  }

  /** An instrument as the catalogue shows it. `sources` names the live sources of its price. */
  instrumentView(instrument: Instrument, sources: readonly string[]): InstrumentView {
    const index = instrument.id - 1
    const code = this.#latest?.sourceKinds[index] ?? 0
    const kind = sourceKindOf(code) ?? 'simulated'
    const session = this.#sessions.get(instrument.id)
    return {
      id: instrument.id,
      symbol: instrument.symbol,
      category: instrument.category,
      base: instrument.base,
      quote: instrument.quote,
      name: instrument.name,
      ...priceLabel(this.#labels, instrument, kind, this.#latest?.publishedMs ?? null),
      decimals: instrument.priceDecimals,
      calendar: instrument.calendarId,
      source: priceKinds[code] ?? kind,
      sources: kind === 'live' ? [...sources] : [],
      entryDelayMs: instrument.entryDelaySlots * slotMs,
      state: this.#stateOf(index),
      isHalted: instrument.isHalted,
      nextOpenMs: session?.opensMs ?? null,
      closesMs: session?.closesMs ?? null,
    }
  }

  /** An instrument's quote now, or null before the first frame. */
  quote(instrument: Instrument): QuoteView | null {
    const index = instrument.id - 1
    const last = this.#latest?.prices[index]
    if (this.#latest === null || last === undefined) return null
    const figures = this.#days.get(instrument.id)?.figures() ?? { open: last, high: last, low: last, volume: 0n }
    const price = (ticks: bigint) => formatDecimal(ticks, instrument.priceDecimals)
    return {
      id: instrument.id,
      symbol: instrument.symbol,
      last: price(last),
      open: price(figures.open),
      high: price(figures.high),
      low: price(figures.low),
      volume: formatDecimal(figures.volume, volumeDecimals),
      changeRate: formatDecimal(changeHundredths(figures.open, last), 2),
      slot: this.#latest.slot,
      ageMs: this.#latest.agesMs[index] ?? 0,
      state: this.#stateOf(index),
    }
  }

  /** The hourly closes of the last 24 hours, oldest first. */
  spark(instrument: Instrument): string[] {
    return (this.#days.get(instrument.id)?.hourlyCloses() ?? []).map((ticks) =>
      formatDecimal(ticks, instrument.priceDecimals),
    )
  }

  /** The candle before and the one in progress, oldest first. */
  newestCandles(instrument: Instrument, interval: CandleInterval): Candle[] {
    return this.#books.get(interval)?.newest(instrument.id) ?? []
  }

  /** The candle in progress in wire form, or null. */
  candle(instrument: Instrument, interval: CandleInterval): CandleView | null {
    const candle = this.newestCandles(instrument, interval).at(-1)
    return candle === undefined ? null : candleView(instrument, candle)
  }

  #stateOf(index: number): 'closed' | 'open' | 'stale' {
    return stateNames[this.#latest?.states[index] ?? stateCodes.closed] ?? 'closed'
  }

  #take(frame: PublishedFrame): void {
    if (this.#waiting !== null) {
      this.#waiting.push(frame)
      return
    }
    const before = this.#latest
    if (before !== null && frame.slot <= before.slot) return
    this.#add(frame)
    this.#latest = frame
    if (before?.states.some((state, index) => state !== frame.states[index]) !== false) void this.#refresh()
  }

  #add(frame: Frame): void {
    for (const [interval, book] of this.#books) {
      book.add(frame)
      if (interval !== '1s') continue
      const startMs = slotStartMs(frame.slot, this.#clock.genesisMs)
      for (const [id, candle] of candlesOf(frame, startMs)) dayOf(this.#days, id).add(candle)
    }
  }

  /** Reloads everything from one snapshot, then applies the frames received meanwhile, even if the read failed. */
  async #load(): Promise<void> {
    this.#waiting = []
    try {
      await this.#loadCatalogue()
      this.#resume(await store.loadSnapshot(this.#pool))
    } finally {
      const waiting = this.#waiting
      this.#waiting = null
      for (const frame of waiting) this.#take(frame)
    }
  }

  #resume(loaded: Awaited<ReturnType<typeof store.loadSnapshot>>): void {
    this.#clock = loaded.clock
    this.#latest = loaded.last === null ? null : { ...loaded.last, publishedMs: loaded.atMs }
    this.#days = new Map()
    for (const { instrumentId, candle } of loaded.day) dayOf(this.#days, instrumentId).add(candle)
    this.#books = new Map(intervals.map((interval) => [interval, this.#resumedBook(interval, loaded)]))
    for (const frame of loaded.frames) this.#add(frame)
  }

  #resumedBook(interval: CandleInterval, loaded: { atMs: number; current: readonly store.StoredCandle[] }): CandleBook {
    const intervalMs = candleIntervalsMs[interval]
    const book = new CandleBook({ intervalMs, genesisMs: this.#clock.genesisMs })
    const begun = loaded.current.filter((stored) => stored.interval === interval)
    if (begun.length > 0)
      book.resume(
        loaded.atMs - (loaded.atMs % intervalMs),
        new Map(begun.map((stored) => [stored.instrumentId, stored.candle])),
      )
    return book
  }

  async #loadCatalogue(): Promise<void> {
    this.#instruments = await store.loadInstruments(this.#pool)
    this.#bySymbol = new Map(this.#instruments.map((instrument) => [instrument.symbol, instrument]))
    this.#sessions = await store.loadSessions(this.#pool)
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#readAgain().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #readAgain(): Promise<void> {
    try {
      const { generatedUntilMs } = await store.loadClock(this.#pool)
      if (generatedUntilMs === this.#clock.generatedUntilMs) await this.#loadCatalogue()
      else if (this.#waiting === null) await this.#load()
    } catch (error) {
      this.#logger.error({ err: error }, 'cannot read the catalogue again; the last one is kept')
    }
  }
}

/** A candle as the wire has it. */
export function candleView(instrument: Instrument, candle: Candle): CandleView {
  const price = (ticks: bigint) => formatDecimal(ticks, instrument.priceDecimals)
  return [
    candle.startMs,
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    formatDecimal(candle.volume, volumeDecimals),
  ]
}
