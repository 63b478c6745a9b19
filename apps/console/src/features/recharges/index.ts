/** Recharges by voucher. */
export { RechargesPage, useRechargeCount } from './recharges-page.tsx'
