/** One candle as numbers: they only draw, they decide nothing. */
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
  /** Null where there is no data: a gap stays a gap. */
  readonly candle: ChartCandle | null
}

/** A longer break (night, weekend) is drawn as this many empty places, so that it does not fill the screen. */
const widestGap = 8

/** Puts empty places where candles are missing. The newest candles keep their places. */
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

/** Candles that were read, and the newer ones that came since: where both know an interval, what was read counts. */
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
