/**
 * The payment password for outgoing money. `const payment = usePaymentPassword()`: before a form that needs it, `await
 * payment.isReady()` asks /api/index/pay and shows the dialog of a missing or locked one; draw `{payment.dialog}`. To
 * take it: `<PaymentPasswordSheet send={(paymentPassword) => call(payoutRemove, { …, paymentPassword })} onDone={…}
 * onRefused={…} onClose={…}>what is done</PaymentPasswordSheet>`; `<OwnerProofSheet send={(proof) => …}>` also takes
 * the authenticator's code.
 */
export { DigitsSheet } from './digits-sheet.tsx'
export { OwnerProofSheet } from './owner-proof-sheet.tsx'
export type { OwnerProof } from './owner-proof-sheet.tsx'
export { PaymentPasswordSheet } from './payment-password-sheet.tsx'
export type { PaymentPasswordSheetProps } from './payment-password-sheet.tsx'
export { usePaymentPassword } from './use-payment-password.tsx'
export type { SummaryProps } from './summary-props.ts'
