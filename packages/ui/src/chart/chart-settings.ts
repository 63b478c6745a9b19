import type { IndicatorName } from './indicator-names.ts'
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
  /** Text of a price: on the axis without trailing zeros; a mean with one decimal more. */
  readonly formatPrice: (price: number, form?: 'tick' | 'mean') => string
  /** Text of a time on the axis; `isDate` at the change of a day or more. */
  readonly formatTime: (timeMs: number, isDate: boolean) => string
  /** What is written above the windows of a contract. */
  readonly windowNames: { readonly entry: string; readonly exit: string }
  /** The name of the volume's pane, and the text of a volume. */
  readonly volumeName: string
  readonly formatVolume: (volume: number) => string
  /** Server time: a window that has not begun is drawn dashed. */
  readonly nowMs: () => number
}

/** An open contract on the chart, or one that has just settled. Prices are numbers: this is a drawing. */
export interface ChartPosition {
  readonly id: string
  readonly direction: 'up' | 'down'
  readonly entryPrice: number
  /** Null until it has settled. */
  readonly exitPrice: number | null
  readonly entryAtMs: number
  readonly exitAtMs: number
  /** The windows of its averages; null where single frames decide. */
  readonly windows: ChartWindows | null
}
