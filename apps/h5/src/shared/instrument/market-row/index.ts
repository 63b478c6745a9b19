/** One instrument of a list with its live price: the rows of the market and the movers of home. */
export { MarketRowList } from './market-row-list.tsx'
export { MarketRow } from './market-row.tsx'
export { MarketRowsSkeleton } from './market-row-skeleton.tsx'
export { firstRows } from './row-cells.ts'
export type { MarketRowProps } from './market-row.tsx'
