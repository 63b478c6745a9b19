/** What a thing is and on which terms, before one acts: an instrument, an interest product, an advert of the trading floor. */
export { InvestInfoPage } from './invest-info-page.tsx'
