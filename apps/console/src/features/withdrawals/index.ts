/** Withdrawals. */
export { useWithdrawalCount, WithdrawalsPage } from './withdrawals-page.tsx'
