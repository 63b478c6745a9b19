import type { SwapProposalView, SwapTermsVersion } from '@candor/api/operator'
import { changesIn, hasReason, isAmount, isWholeNumber } from '../../shared/approval/proposal-model.ts'

export type WantedSwap = SwapProposalView['wanted']
export type SwapField = 'spreadBps' | 'minimum' | 'isWholeNumber' | 'quoteMs'

export const swapFields: readonly SwapField[] = ['spreadBps', 'minimum', 'isWholeNumber', 'quoteMs']

/** Terms of swaps as they are typed. */
export interface SwapForm {
  readonly spreadBps: string
  readonly minimum: string
  readonly isWholeNumber: boolean
  readonly quoteSeconds: string
  readonly note: string
}

const secondMs = 1_000

/** The form that shows the terms of now. */
export function swapFormOf({ spreadBps, minimum, isWholeNumber, quoteMs }: SwapTermsVersion): SwapForm {
  return { spreadBps: String(spreadBps), minimum, isWholeNumber, quoteSeconds: String(quoteMs / secondMs), note: '' }
}

/** The form's request. */
export function wantedSwap(form: SwapForm, { from }: SwapTermsVersion): WantedSwap {
  const { minimum, isWholeNumber } = form
  return {
    from,
    minimum,
    isWholeNumber,
    spreadBps: Number(form.spreadBps),
    quoteMs: Number(form.quoteSeconds) * secondMs,
  }
}

/** The form's error before it is sent. */
export function swapError(form: SwapForm, current: SwapTermsVersion): 'number' | 'same' | 'note' | null {
  if (!isAmount(form.minimum) || !isWholeNumber(form.spreadBps) || !isWholeNumber(form.quoteSeconds)) return 'number'
  if (changesIn(swapFields, current, wantedSwap(form, current)).length === 0) return 'same'
  return hasReason(form.note) ? null : 'note'
}
