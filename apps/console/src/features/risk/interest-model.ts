import type { InterestProposalView, InterestVersion } from '@candor/contract/operator'
import { isSameValue } from './terms-model.ts'

export type WantedInterest = InterestProposalView['wanted']
export type InterestField = 'isOpen' | 'dailyRatePpm' | 'min' | 'max'

const interestFields: readonly InterestField[] = ['isOpen', 'dailyRatePpm', 'min', 'max']

/** What would change, field by field; all of it where there was no such product. */
export function interestChangesOf(current: InterestVersion | null, wanted: WantedInterest): readonly InterestField[] {
  if (current === null) return interestFields
  return interestFields.filter((field) => !isSameValue(current[field], wanted[field]))
}

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

const dayMs = 86_400_000
const newProduct: InterestForm = { asset: 'USDT', days: '', isOpen: true, dailyRatePpm: '', min: '', max: '', note: '' }

/** The form that shows the version of now, or an empty one for a new product. */
export function interestFormOf(current: InterestVersion | null): InterestForm {
  if (current === null) return newProduct
  const { asset, durationMs, isOpen, dailyRatePpm, min, max } = current
  return { asset, days: String(durationMs / dayMs), isOpen, dailyRatePpm: String(dailyRatePpm), min, max, note: '' }
}

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/
const wholePattern = /^[1-9]\d{0,4}$/
const noteLength = 3

/** What the form asks for. Of an existing product the duration is taken over as it is: it need not be whole days. */
export function wantedInterest(form: InterestForm, current: InterestVersion | null): WantedInterest {
  const { asset, isOpen, min, max } = form
  return { asset, isOpen, min, max, durationMs: current?.durationMs ?? Number(form.days) * dayMs, dailyRatePpm: Number(form.dailyRatePpm) }
}

/** What is wrong with the form before it is sent. */
export function interestFault(form: InterestForm, current: InterestVersion | null): 'number' | 'same' | 'note' | null {
  const isTyped = [form.min, form.max].every((text) => amountPattern.test(text)) && wholePattern.test(form.dailyRatePpm)
  if (!isTyped || (current === null && !wholePattern.test(form.days))) return 'number'
  if (interestChangesOf(current, wantedInterest(form, current)).length === 0) return 'same'
  return form.note.trim().length < noteLength ? 'note' : null
}

/** The share of a pot that is promised, as a percentage with one decimal: "12.5". */
export function reservedPercent({ funds, reserved }: { readonly funds: string; readonly reserved: string }): string {
  const whole = Number(funds)
  return (whole === 0 ? 0 : (Number(reserved) / whole) * 100).toFixed(1)
}
