/** Where a customer may be paid: the bank cards and the wallet address, and how they are added and removed. */
export { AddPayoutMethodPage } from './add-payout-method-page.tsx'
export { PayoutMethodsPage } from './payout-methods-page.tsx'
