import type { IndicatorName } from './indicator-names.ts'

/** A line over the positions of a chart: null where there is nothing to draw. */
export interface IndicatorLine {
  readonly id: 'average-short' | 'average-long' | 'band-upper' | 'band-middle' | 'band-lower'
  readonly values: readonly (number | null)[]
}

const shortLength = 7
const longLength = 25
const bandLength = 20
const bandDeviations = 2

/** The number of positions that the newest value of any line may depend on, gaps included. */
export const indicatorReach = 120

/** The lines of the chosen indicators over closes, oldest first; a null position without data stays null. */
export function indicatorLines(
  closes: readonly (number | null)[],
  names: readonly IndicatorName[],
): readonly IndicatorLine[] {
  const averages: IndicatorLine[] = names.includes('averages')
    ? [
        { id: 'average-short', values: movingAverage(closes, shortLength) },
        { id: 'average-long', values: movingAverage(closes, longLength) },
      ]
    : []
  return names.includes('bands') ? [...averages, ...bandLines(closes)] : averages
}

/**
 * The mean of the last `length` known closes at each position; null before there are that many, and where there is no
 * close.
 */
export function movingAverage(closes: readonly (number | null)[], length: number): (number | null)[] {
  return overWindows(closes, length, mean)
}

/**
 * Bollinger's band: the mean of the last `length` known closes, and a number of standard deviations (of the population)
 * above and below.
 */
export function bollingerBand(
  closes: readonly (number | null)[],
  { length, deviations }: { readonly length: number; readonly deviations: number },
): { upper: (number | null)[]; middle: (number | null)[]; lower: (number | null)[] } {
  const away = (times: number) => (window: readonly number[]) => mean(window) + times * standardDeviation(window)
  return {
    upper: overWindows(closes, length, away(deviations)),
    middle: overWindows(closes, length, mean),
    lower: overWindows(closes, length, away(-deviations)),
  }
}

function bandLines(closes: readonly (number | null)[]): IndicatorLine[] {
  const { upper, middle, lower } = bollingerBand(closes, { length: bandLength, deviations: bandDeviations })
  return [
    { id: 'band-upper', values: upper },
    { id: 'band-middle', values: middle },
    { id: 'band-lower', values: lower },
  ]
}

function overWindows(
  closes: readonly (number | null)[],
  length: number,
  figure: (window: readonly number[]) => number,
): (number | null)[] {
  const window: number[] = []
  return closes.map((close) => {
    if (close === null) return null
    window.push(close)
    if (window.length > length) window.shift()
    return window.length < length ? null : figure(window)
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function standardDeviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
