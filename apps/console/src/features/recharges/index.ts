/** Deposits by voucher; on screens they are called recharges. */
export { DepositsPage, useDepositCount } from './deposits-page.tsx'
