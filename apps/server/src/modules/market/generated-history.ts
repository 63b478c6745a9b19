import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { standardNormal } from '../quote-feeds/index.ts'
import type { Span } from './calendar.ts'
import { joinCandles } from './candle-book.ts'
import type { Candle } from './candle-book.ts'

const hourMs = 3_600_000

/**
 * How far back generated candles of each length go, longest first, in time that the market is open: a market that is
 * closed begins with its last session. Each covers a chart of 200 and the day's figures.
 */
const reach: readonly { readonly interval: CandleInterval; readonly backMs: number }[] = [
  { interval: '1d', backMs: 300 * dayMs },
  { interval: '4h', backMs: 40 * dayMs },
  { interval: '1h', backMs: 10 * dayMs },
  { interval: '15m', backMs: 60 * hourMs },
  { interval: '5m', backMs: 25 * hourMs },
  { interval: '1m', backMs: 6 * hourMs },
]

/** What generated history needs to know about an instrument. */
export interface HistoryInstrument {
  /** The price, in official ticks, that the past leads up to. */
  readonly endTicks: number
  /** Standard deviation of 30 s as a share of the price. */
  readonly relativeSigma30s: number
  /** Official ticks between two neighbouring prices: half an exchange tick. */
  readonly gridTicks: bigint
  /** Typical volume of a second, in units of 10⁻⁶. */
  readonly volumeUnitsPerSecond: number
}

/** Generated candles by interval, oldest first. */
export type GeneratedHistory = ReadonlyMap<CandleInterval, readonly Candle[]>

/**
 * Generates a history that ends at `endMs` (a whole minute) at the instrument's price: a random walk backwards, in
 * daily steps far back and in one-minute steps near the end, merged into every interval. It is labelled as generated
 * wherever it is shown.
 */
export function generateHistory(
  instrument: HistoryInstrument,
  past: { endMs: number; openSpans: readonly Span[]; draw: () => number },
): GeneratedHistory {
  const begins = reach.map(({ interval, backMs }) => ({ interval, fromMs: openedBefore(past, backMs) }))
  const steps = baseSteps(past.endMs, begins)
  const history = new Map<CandleInterval, Map<number, Candle>>(reach.map(({ interval }) => [interval, new Map()]))
  let price = instrument.endTicks
  for (const step of steps) {
    const openMs = overlapMs(past.openSpans, step)
    if (openMs === 0) continue
    const { candle, opensAt } = walkBack(instrument, { step, openMs, price, draw: past.draw })
    price = opensAt
    addToEach(history, candle, { step, begins })
  }
  return new Map([...history].map(([interval, candles]) => [interval, [...candles.values()].toReversed()]))
}

/** Where the candles of a length begin. */
interface Beginning {
  readonly interval: CandleInterval
  readonly fromMs: number
}

/** The instant since which a market has been open for so long in all; the first opening where it was not. */
function openedBefore({ endMs, openSpans }: { endMs: number; openSpans: readonly Span[] }, backMs: number): number {
  let leftMs = backMs
  for (const span of openSpans.toReversed()) {
    const openMs = Math.max(0, Math.min(span.toMs, endMs) - span.fromMs)
    if (openMs >= leftMs) return Math.min(span.toMs, endMs) - leftMs
    leftMs -= openMs
  }
  return Math.min(openSpans[0]?.fromMs ?? endMs, endMs)
}

/** The steps of the walk, newest first, each a whole candle of its own length (the newest ones of a minute). */
function baseSteps(endMs: number, begins: readonly Beginning[]): Span[] {
  const steps: Span[] = []
  let toMs = endMs
  for (const [index, { interval, fromMs }] of begins.toReversed().entries()) {
    const lengthMs = candleIntervalsMs[interval]
    const coarser = begins[begins.length - 2 - index]
    const boundaryMs = floorTo(fromMs, coarser === undefined ? lengthMs : candleIntervalsMs[coarser.interval])
    for (; toMs - lengthMs >= boundaryMs; toMs -= lengthMs) steps.push({ fromMs: toMs - lengthMs, toMs })
  }
  return steps
}

function walkBack(
  instrument: HistoryInstrument,
  walk: { step: Span; openMs: number; price: number; draw: () => number },
): { candle: Candle; opensAt: number } {
  const sigma = instrument.relativeSigma30s * Math.sqrt(walk.openMs / 30_000)
  const normal = () => standardNormal(walk.draw)
  const opensAt = walk.price * Math.max(0.5, 1 + sigma * normal())
  const wick = () => Math.abs(normal()) * sigma * 0.6
  const toGrid = (ticks: number) => BigInt(Math.round(ticks / Number(instrument.gridTicks))) * instrument.gridTicks
  const candle = {
    startMs: walk.step.fromMs,
    open: toGrid(opensAt),
    high: toGrid(Math.max(opensAt, walk.price) * (1 + wick())),
    low: toGrid(Math.min(opensAt, walk.price) * Math.max(0.5, 1 - wick())),
    close: toGrid(walk.price),
    volume: BigInt(Math.round((instrument.volumeUnitsPerSecond * walk.openMs * (0.6 + 0.8 * walk.draw())) / 1_000)),
  }
  return { candle, opensAt }
}

function addToEach(
  history: ReadonlyMap<CandleInterval, Map<number, Candle>>,
  candle: Candle,
  at: { step: Span; begins: readonly Beginning[] },
): void {
  for (const { interval, fromMs } of at.begins) {
    const lengthMs = candleIntervalsMs[interval]
    const startMs = floorTo(candle.startMs, lengthMs)
    if (lengthMs < at.step.toMs - at.step.fromMs || startMs < floorTo(fromMs, lengthMs)) continue
    const candles = history.get(interval)
    const later = candles?.get(startMs)
    candles?.set(startMs, later === undefined ? { ...candle, startMs } : joinCandles({ ...candle, startMs }, later))
  }
}

function overlapMs(spans: readonly Span[], step: Span): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.toMs ?? 0) <= step.fromMs) low = middle + 1
    else high = middle
  }
  let sum = 0
  for (let index = low; index < spans.length; index += 1) {
    const span = spans[index]
    if (span === undefined || span.fromMs >= step.toMs) break
    sum += Math.min(span.toMs, step.toMs) - Math.max(span.fromMs, step.fromMs)
  }
  return sum
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step
}
