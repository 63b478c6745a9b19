/** One candle as numbers, for drawing only. */
export interface ChartCandle {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface ChartSlot {
  readonly timeMs: number
  /** Null where there is no data: a gap remains a gap. */
  readonly candle: ChartCandle | null
}

/** A longer break (night, weekend) is drawn as this many empty positions, so that it does not fill the screen. */
const widestGap = 8

/** Inserts empty positions where candles are missing. The newest candles keep their positions. */
export function withGaps(candles: readonly ChartCandle[], intervalMs: number): readonly ChartSlot[] {
  return candles.flatMap((candle, index) => {
    const before = candles[index - 1]
    const missing = before === undefined ? 0 : Math.round((candle.timeMs - before.timeMs) / intervalMs) - 1
    const empty = Array.from({ length: Math.max(0, Math.min(missing, widestGap)) }, (_, place) => ({
      timeMs: (before?.timeMs ?? 0) + (place + 1) * intervalMs,
      candle: null,
    }))
    return [...empty, { timeMs: candle.timeMs, candle }]
  })
}

/** Merges fetched candles with newer live ones: where both have an interval, the fetched candle wins. */
export function withNewerCandles(read: readonly ChartCandle[], known: readonly ChartCandle[]): ChartCandle[] {
  const lastMs = read.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY
  return [...read, ...known.filter(({ timeMs }) => timeMs > lastMs)]
}

/** The newest candle after a price: a new one is begun where its interval has passed. */
export function candleWithPrice(
  last: ChartCandle | null,
  price: number,
  atMs: number,
  intervalMs: number,
): ChartCandle {
  const timeMs = Math.floor(atMs / intervalMs) * intervalMs
  if (last === null || timeMs > last.timeMs)
    return { timeMs, open: price, high: price, low: price, close: price, volume: 0 }
  return { ...last, close: price, high: Math.max(last.high, price), low: Math.min(last.low, price) }
}
