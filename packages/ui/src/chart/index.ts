/** Price charts. This door carries the chart library: import it lazily, after the first paint of a page. */
export type { ChartKind, ChartPosition, ChartTone, PriceChartSettings } from './chart-settings.ts'
export { createPriceChart } from './price-chart.ts'
export type { ChartSight, PriceChart, PriceChartEvents } from './price-chart.ts'
