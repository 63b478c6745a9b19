import { parseUnits } from '@candor/money'
import { hasReason } from '../../shared/approval/proposal-model.ts'

/** A payment as it is typed. */
export interface FundingForm {
  readonly amount: string
  readonly reference: string
  readonly note: string
}

export const emptyFunding: FundingForm = { amount: '', reference: '', note: '' }

/** The error of a payment before it is sent. */
export function fundingError({ amount, reference, note }: FundingForm): 'amount' | 'reference' | 'note' | null {
  if ((parseUnits(amount.trim()) ?? 0n) <= 0n) return 'amount'
  if (!hasReason(reference)) return 'reference'
  return hasReason(note) ? null : 'note'
}
