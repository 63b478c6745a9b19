/** Where the customer lives. */
export { AddressPage } from './address-page.tsx'
