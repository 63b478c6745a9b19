/** Withdrawals: the form, the records with their clock, and the service levels. */
export { MoneyPane } from './money-pane.tsx'
export { ServiceLevelsPage } from './service-levels-page.tsx'
export { WithdrawalPage } from './withdrawal-page.tsx'
export { WithdrawalRecordsPage } from './withdrawal-records-page.tsx'
