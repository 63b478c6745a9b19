import type { TermsProposalView, TermsVersion } from '@candor/contract/operator'

export type WantedTerms = TermsProposalView['wanted']
export type TermsField = 'isOffered' | 'stakeMin' | 'stakeMax' | 'feeBps' | 'payoutBps' | 'maxOpenPayout'

export const termsFields: readonly TermsField[] = ['isOffered', 'stakeMin', 'stakeMax', 'feeBps', 'payoutBps', 'maxOpenPayout']

/** What would change, field by field; all of it where there were no terms. */
export function changesOf(current: TermsVersion | null, wanted: WantedTerms): readonly TermsField[] {
  if (current === null) return termsFields
  return termsFields.filter((field) => !isSameValue(current[field], wanted[field]))
}

/** Whether two values of a field are the same: "1" and "1.00" are the same amount. */
export function isSameValue(left: string | number | boolean, right: string | number | boolean): boolean {
  return typeof left === 'string' && typeof right === 'string' ? plain(left) === plain(right) : left === right
}

function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/** Terms as they are typed. */
export interface TermsForm {
  readonly isOffered: boolean
  readonly stakeMin: string
  readonly stakeMax: string
  readonly feeBps: string
  readonly payoutBps: string
  readonly maxOpenPayout: string
  readonly note: string
}

/** The form that shows the terms of now. */
export function formOf(terms: TermsVersion): TermsForm {
  const { isOffered, stakeMin, stakeMax, feeBps, payoutBps, maxOpenPayout } = terms
  return { isOffered, stakeMin, stakeMax, feeBps: String(feeBps), payoutBps: String(payoutBps), maxOpenPayout, note: '' }
}

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/
const wholePattern = /^\d{1,5}$/
const noteLength = 3

/** What is wrong with the form before it is sent. */
export function termsFault(form: TermsForm, current: TermsVersion): 'number' | 'same' | 'note' | null {
  const amounts = [form.stakeMin, form.stakeMax, form.maxOpenPayout]
  if (!amounts.every((text) => amountPattern.test(text)) || !wholePattern.test(form.feeBps) || !wholePattern.test(form.payoutBps))
    return 'number'
  const wanted = { ...form, durationMs: current.durationMs, feeBps: Number(form.feeBps), payoutBps: Number(form.payoutBps) }
  if (changesOf(current, wanted).length === 0) return 'same'
  return form.note.trim().length < noteLength ? 'note' : null
}

/** A duration in the unit that fits it. */
export function durationUnit(durationMs: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.round(durationMs / 1_000)
  if (seconds < 60 || seconds % 60 !== 0) return { unit: 'seconds', count: seconds }
  const minutes = seconds / 60
  return minutes < 60 || minutes % 60 !== 0 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: minutes / 60 }
}
