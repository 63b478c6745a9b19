/** The filters of the market and the notes on what is closed: late, so that the first prices do not wait for them. */
export { ClosedMarket } from './closed-market.tsx'
export { MarketFilters } from './market-filters.tsx'
