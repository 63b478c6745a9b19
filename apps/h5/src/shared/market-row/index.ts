/** One instrument of a list with its live price: the rows of the market and the movers of home. */
export { firstRows } from './first-rows.ts'
export { MarketRowList } from './market-row-list.tsx'
export { MarketRow } from './market-row.tsx'
export { MarketRowsSkeleton } from './market-row-skeleton.tsx'
export type { MarketRowProps } from './market-row.tsx'
