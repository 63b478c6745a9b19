/** Withdrawals: the form, the records with their clock, and how the promises were kept. */
export { ServiceLevelsPage } from './service-levels-page.tsx'
export { WithdrawalPage } from './withdrawal-page.tsx'
export { WithdrawalRecordsPage } from './withdrawal-records-page.tsx'
