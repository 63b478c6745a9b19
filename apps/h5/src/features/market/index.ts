export { MarketPage } from './market-page.tsx'
export { prefetchMarket } from './market-queries.ts'
