import type { CandleView, OrderView } from '@candor/api'
import { slotAt, windowSpans } from '@candor/formulas'
import type { ChartCandle } from '@candor/ui'
import type { ChartPosition } from '@candor/ui/chart'

/** A candle of the wire as numbers, to draw. */
export function chartCandle([timeMs, open, high, low, close, volume]: CandleView): ChartCandle {
  return {
    timeMs,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }
}

/** The candles of readings, the newest reading first, as one history: oldest first, each once. */
export function candlesOfPages(pages: readonly { readonly items: readonly CandleView[] }[]): readonly CandleView[] {
  const ordered = pages.toReversed().flatMap(({ items }) => items)
  // A reading that was repeated while the market moved may meet its neighbour's candles again.
  return ordered.filter(([startMs], index) => startMs > (ordered[index - 1]?.[0] ?? Number.NEGATIVE_INFINITY))
}

/** Merges fetched candles with the socket's: from the last fetched one on, the socket is more current. */
export function withLiveCandles(
  read: readonly CandleView[],
  told: ReadonlyMap<number, CandleView>,
): readonly CandleView[] {
  const lastMs = read.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const newer = [...told.values()].filter(([startMs]) => startMs >= lastMs).toSorted(([left], [right]) => left - right)
  return [...(newer[0]?.[0] === lastMs ? read.slice(0, -1) : read), ...newer]
}

/** The candles from one instant to another, both included. */
export function candlesWithin(
  candles: readonly CandleView[],
  sight: { readonly fromMs: number; readonly toMs: number },
): readonly CandleView[] {
  return candles.filter(([startMs]) => startMs >= sight.fromMs && startMs <= sight.toMs)
}

/** The slot whose frame closed a candle, or the newest slot while it is open. */
export function closingSlot(
  candle: { readonly timeMs: number },
  intervalMs: number,
  clock: { genesisMs: number; slot: number },
): number {
  return Math.min(clock.slot, slotAt(candle.timeMs + intervalMs - 1, clock.genesisMs))
}

/**
 * Contracts as the chart draws them: the chosen one first, then as they end, and last the one whose result is on the
 * screen. Those without an entry price have no line yet.
 */
export function chartPositions(
  { orders, settled }: { readonly orders: readonly OrderView[]; readonly settled: OrderView | null },
  symbol: string,
  chosenId: string | null,
): readonly ChartPosition[] {
  const open = orders.filter(({ id, state }) => state === 'open' && id !== settled?.id)
  const ended = settled?.exitPrice === null || settled === null ? [] : [settled]
  const rankOf = ({ id, exitPrice }: ChartPosition) => (exitPrice === null ? Number(id !== chosenId) : 2)
  return [...open, ...ended]
    .flatMap((order) => (order.symbol === symbol ? chartPosition(order) : []))
    .toSorted((left, right) => rankOf(left) - rankOf(right) || left.exitAtMs - right.exitAtMs)
}

function chartPosition(order: OrderView): readonly ChartPosition[] {
  const { entryPrice, exitPrice } = order
  if (entryPrice === null) return []
  return [
    {
      ...order,
      entryPrice: Number(entryPrice),
      exitPrice: exitPrice === null ? null : Number(exitPrice),
      windows: windowSpans(order),
    },
  ]
}

/**
 * When to refetch the open contracts: soon after an entry whose price is not known yet; null when nothing is pending.
 * The one that needs it soonest decides.
 */
export function positionsRefreshMs(orders: readonly OrderView[], nowMs: number): number | null {
  const waitedMs = orders.filter(({ entryPrice }) => entryPrice === null).map(({ entryAtMs }) => nowMs - entryAtMs)
  if (waitedMs.length === 0) return null
  // A missed entry slot never gets a price: refetch progressively less often.
  return Math.min(10_000, ...waitedMs.map((waited) => Math.max(1_000, Math.abs(waited) / 5)))
}

/** A chart's content in five figures: the summary for people who cannot see it. Prices stay decimal strings. */
export interface ChartSummary {
  readonly fromMs: number
  readonly toMs: number
  readonly open: string
  readonly close: string
  readonly high: string
  readonly low: string
}

/** Summarises candles from the wire, oldest first; null for none. */
export function chartSummary(candles: readonly CandleView[]): ChartSummary | null {
  const first = candles[0]
  const last = candles.at(-1)
  if (first === undefined || last === undefined) return null
  const byHigh = candles.reduce((best, candle) => (Number(candle[2]) > Number(best[2]) ? candle : best), first)
  const byLow = candles.reduce((best, candle) => (Number(candle[3]) < Number(best[3]) ? candle : best), first)
  return { fromMs: first[0], toMs: last[0], open: first[1], close: last[4], high: byHigh[2], low: byLow[3] }
}
