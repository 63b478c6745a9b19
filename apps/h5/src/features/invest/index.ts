/** Information and terms before acting: an instrument, an interest product, an advert of the trading floor. */
export { InvestInfoPage } from './invest-info-page.tsx'
