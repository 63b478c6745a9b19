/** Price charts. This door carries the chart library: import it lazily, after the first paint of a page. */
export type { ChartKind, ChartTone, PriceChartSettings } from './chart-settings.ts'
export { createPriceChart } from './price-chart.ts'
export type { PriceChart } from './price-chart.ts'
