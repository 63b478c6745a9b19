/** The trading floor: adverts to sell USDT into, and the sales with their clock. */
export { FloorPage } from './floor-page.tsx'
export { TradeOrdersPage } from './trade-orders-page.tsx'
