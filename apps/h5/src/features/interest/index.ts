/** The interest wallet: the form, and the records with the way out before expiry. */
export { InterestOrdersPage } from './interest-orders-page.tsx'
export { InterestPage } from './interest-page.tsx'
