/** Deposits: the form with the customer's address, the records, and transfers seen on the chain. */
export { RechargePage } from './recharge-page.tsx'
export { RechargeRecordsPage } from './recharge-records-page.tsx'
