/** An input that shows an amount with its thousands grouped while it is typed. Without texts. */
export { longestAmount, useAmountInput } from './use-amount-input.ts'
