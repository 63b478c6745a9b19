import { longestAmount, useAmountInput } from '../../../shared/forms/amount-input/index.ts'
import type { StakeInputProps } from '../stake-input-props.ts'

/** The field of the stake, with its thousands grouped while it is typed in. */
export function StakeInput({ text, onText, ...field }: StakeInputProps) {
  return <input {...field} {...useAmountInput(text, onText)} maxLength={longestAmount} />
}
