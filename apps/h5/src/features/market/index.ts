export { MarketPage } from './market-page.tsx'
