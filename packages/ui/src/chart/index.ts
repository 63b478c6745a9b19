/** Price charts. This door carries the chart library: import it lazily, after the first paint of a page. */
export { createPriceChart } from './price-chart.ts'
export type { ChartKind, ChartTone, PriceChart, PriceChartSettings } from './price-chart.ts'
