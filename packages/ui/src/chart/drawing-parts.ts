/** What few charts need, in one file: contracts, indicators, and the end of a line. Import it when one is drawn. */
export { IndicatorSeries } from './indicator-series.ts'
export { LineEnd } from './line-end.ts'
export { PositionLines } from './position-lines.ts'
