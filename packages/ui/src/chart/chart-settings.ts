import type { IndicatorName } from './indicators.ts'
import type { ChartWindows } from './position-chart-model.ts'

export type ChartKind = 'candles' | 'line'
export type ChartTone = 'live' | 'stale' | 'closed'

export interface PriceChartSettings {
  readonly kind: ChartKind
  readonly intervalMs: number
  readonly tone: ChartTone
  readonly indicators: readonly IndicatorName[]
  /** Official decimals of the instrument. */
  readonly decimals: number
  /** Text of a price; `isTick` on the axis, where trailing zeros are left out. */
  readonly formatPrice: (price: number, isTick?: boolean) => string
  /** Text of a time on the axis; `isDate` at the change of a day or more. */
  readonly formatTime: (timeMs: number, isDate: boolean) => string
}

/** An open contract on the chart. Prices are numbers: this is a drawing. */
export interface ChartPosition {
  readonly id: string
  readonly direction: 'up' | 'down'
  readonly entryPrice: number
  readonly entryAtMs: number
  readonly exitAtMs: number
  /** The windows of its averages; null where single frames decide. */
  readonly windows: ChartWindows | null
}
