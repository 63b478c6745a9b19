/** Recharges: the form with the own address, the records, and what was seen on the chain. */
export { RechargePage } from './recharge-page.tsx'
export { RechargeRecordsPage } from './recharge-records-page.tsx'
