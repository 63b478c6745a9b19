import { leastRange } from './chart-place.ts'

/** A price at an instant. Numbers, because this is a drawing; null is a gap in the data. */
export interface ChartPoint {
  readonly timeMs: number
  readonly price: number | null
}

/** A span of time. */
export interface ChartSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** The windows over which the entry and the exit price are averaged. */
export interface ChartWindows {
  readonly entry: ChartSpan
  readonly exit: ChartSpan
}

export interface PositionChartInput {
  readonly widthPx: number
  readonly heightPx: number
  /** Space at the right for price labels and at the bottom for times. */
  readonly axisPx: number
  readonly footPx: number
  readonly points: readonly ChartPoint[]
  /** The price is null while it is measured. */
  readonly entry: { readonly timeMs: number; readonly price: number | null }
  readonly endMs: number
  /** The mean of the exit, once there is one. */
  readonly exitPrice?: number
  readonly windows: ChartWindows | null
  /** The smallest step of the price: the height is never under six of them. */
  readonly tick: number
}

export interface PositionChartLayout {
  readonly plotWidthPx: number
  readonly plotHeightPx: number
  /** One path; a gap in the data is a gap in it. */
  readonly line: string
  readonly entryX: number
  /** Where the level of the entry begins: at the end of its window. */
  readonly levelX: number
  /** Null while the entry is measured. */
  readonly entryY: number | null
  readonly windows: { readonly entry: PixelSpan; readonly exit: PixelSpan } | null
  readonly endX: number
  /** Null before the exit. */
  readonly exitY: number | null
  readonly last: { readonly x: number; readonly y: number; readonly price: number } | null
  readonly gridlines: readonly { readonly price: number; readonly y: number }[]
}

interface PixelSpan {
  readonly fromX: number
  readonly toX: number
}

/** Share of the contract's time that is shown before its entry. */
const leadShare = 0.27
const marginPx = 10
/** The names of the windows are above prices. */
const namesPx = 14
const endGapPx = 8

/** Lays out price over time, to scale: the free space up to the end line is the real time left. */
export function positionChartLayout(input: PositionChartInput): PositionChartLayout {
  const plotWidthPx = input.widthPx - input.axisPx
  const plotHeightPx = input.heightPx - input.footPx
  const durationMs = Math.max(1, input.endMs - input.entry.timeMs)
  const startMs = input.entry.timeMs - durationMs * leadShare
  const endX = plotWidthPx - endGapPx
  const x = (timeMs: number) => round(((timeMs - startMs) / (input.endMs - startMs)) * endX)
  const spanOf = ({ fromMs, toMs }: ChartSpan) => ({ fromX: x(fromMs), toX: x(toMs) })
  const shown = input.points.filter(({ timeMs }) => timeMs >= startMs && timeMs <= input.endMs)
  const { low, high } = priceRange(shown, [input.entry.price, input.exitPrice ?? null], input.tick)
  const topPx = marginPx + (input.windows === null ? 0 : namesPx)
  const y = (price: number) => round(topPx + ((high - price) / (high - low)) * (plotHeightPx - marginPx - topPx))
  const lastPoint = shown.findLast((point) => point.price !== null)
  return {
    plotWidthPx,
    plotHeightPx,
    line: linePath(shown, x, y),
    entryX: x(input.entry.timeMs),
    levelX: x(input.windows?.entry.toMs ?? input.entry.timeMs),
    entryY: input.entry.price === null ? null : y(input.entry.price),
    windows: input.windows === null ? null : { entry: spanOf(input.windows.entry), exit: spanOf(input.windows.exit) },
    endX,
    exitY: input.exitPrice === undefined ? null : y(input.exitPrice),
    last:
      lastPoint?.price === null || lastPoint === undefined
        ? null
        : { x: x(lastPoint.timeMs), y: y(lastPoint.price), price: lastPoint.price },
    gridlines: roundPrices(low, high).map((price) => ({ price, y: y(price) })),
  }
}

function priceRange(
  points: readonly ChartPoint[],
  ends: readonly (number | null)[],
  tick: number,
): { low: number; high: number } {
  const prices = [...ends, ...points.map(({ price }) => price)].filter((price) => price !== null)
  if (prices.length === 0) return { low: 0, high: 1 }
  return leastRange({ low: Math.min(...prices), high: Math.max(...prices) }, tick)
}

function linePath(points: readonly ChartPoint[], x: (timeMs: number) => number, y: (price: number) => number): string {
  let path = ''
  let isDrawing = false
  for (const { timeMs, price } of points) {
    if (price !== null) path += `${isDrawing ? 'L' : 'M'}${x(timeMs)} ${y(price)}`
    isDrawing = price !== null
  }
  return path
}

const roundSteps = [1, 2, 2.5, 5, 10] as const
const mostGridlines = 4

/** The round prices within a range, four at most: steps of 1, 2, 2.5 or 5 times a power of ten. */
export function roundPrices(low: number, high: number): readonly number[] {
  const raw = (high - low) / mostGridlines
  if (!(raw > 0) || !Number.isFinite(raw)) return []
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = (roundSteps.find((factor) => factor * power >= raw) ?? 10) * power
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
