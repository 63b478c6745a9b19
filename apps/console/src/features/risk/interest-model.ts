import type { InterestProposalView, InterestVersion } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import { changesIn, hasReason, isAmount, isWholeNumber } from '../../shared/approval/proposal-model.ts'

export type WantedInterest = InterestProposalView['wanted']
export type InterestField = 'isOpen' | 'dailyRatePpm' | 'min' | 'max'

export const interestFields: readonly InterestField[] = ['isOpen', 'dailyRatePpm', 'min', 'max']

/** A version of a product as it is typed. The duration is in days, and fixed where the product exists. */
export interface InterestForm {
  readonly asset: 'USD' | 'USDT'
  readonly days: string
  readonly isOpen: boolean
  readonly dailyRatePpm: string
  readonly min: string
  readonly max: string
  readonly note: string
}

const newProduct: InterestForm = { asset: 'USDT', days: '', isOpen: true, dailyRatePpm: '', min: '', max: '', note: '' }

/** The form that shows the version of now, or an empty one for a new product. */
export function interestFormOf(current: InterestVersion | null): InterestForm {
  if (current === null) return newProduct
  const { asset, durationMs, isOpen, dailyRatePpm, min, max } = current
  return { asset, days: String(durationMs / dayMs), isOpen, dailyRatePpm: String(dailyRatePpm), min, max, note: '' }
}

const isCount = (text: string) => isWholeNumber(text) && Number(text) > 0

/** The form's proposal. An existing product keeps its duration, which need not be whole days. */
export function wantedInterest(form: InterestForm, current: InterestVersion | null): WantedInterest {
  const { asset, isOpen, min, max } = form
  return {
    asset,
    isOpen,
    min,
    max,
    durationMs: current?.durationMs ?? Number(form.days) * dayMs,
    dailyRatePpm: Number(form.dailyRatePpm),
  }
}

/** The form's error before it is sent. */
export function interestError(form: InterestForm, current: InterestVersion | null): 'number' | 'same' | 'note' | null {
  if (![form.min, form.max].every(isAmount) || !isCount(form.dailyRatePpm)) return 'number'
  if (current === null && !isCount(form.days)) return 'number'
  if (changesIn(interestFields, current, wantedInterest(form, current)).length === 0) return 'same'
  return hasReason(form.note) ? null : 'note'
}

/** The share of a pot that is promised, as a percentage with one decimal: "12.5". */
export function reservedPercent({ funds, reserved }: { readonly funds: string; readonly reserved: string }): string {
  const whole = Number(funds)
  return (whole === 0 ? 0 : (Number(reserved) / whole) * 100).toFixed(1)
}
