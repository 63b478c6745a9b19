/** The way to the public log of all prices, with how it stands. Loaded late, with texts of its own. */
export { PriceLogCard } from './price-log-card.tsx'
