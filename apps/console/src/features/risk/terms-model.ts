import type { TermsProposalView, TermsVersion } from '@candor/api/operator'
import { changesIn, hasReason, isAmount, isWholeNumber } from '../../shared/approval/proposal-model.ts'

export type WantedTerms = TermsProposalView['wanted']

/** The fields that are typed. */
export const typedFields = [
  'stakeMin',
  'stakeMax',
  'feeBps',
  'payoutBps',
  'maxOpenPayout',
  'entryWindowSlots',
  'exitWindowSlots',
] as const
export const termsFields = ['isOffered', ...typedFields] as const
export type TermsField = (typeof termsFields)[number]

/** Terms as they are typed. */
export interface TermsForm extends Readonly<Record<(typeof typedFields)[number], string>> {
  readonly isOffered: boolean
  readonly note: string
}

/** The form that shows the terms of now. */
export function formOf(terms: TermsVersion): TermsForm {
  const { isOffered, stakeMin, stakeMax, feeBps, payoutBps, maxOpenPayout } = terms
  return {
    isOffered,
    stakeMin,
    stakeMax,
    feeBps: String(feeBps),
    payoutBps: String(payoutBps),
    maxOpenPayout,
    entryWindowSlots: String(terms.entryWindowSlots),
    exitWindowSlots: String(terms.exitWindowSlots),
    note: '',
  }
}

/** The form's request. */
export function wantedTerms(form: TermsForm, { durationMs }: TermsVersion): WantedTerms {
  const { isOffered, stakeMin, stakeMax, maxOpenPayout } = form
  return {
    durationMs,
    isOffered,
    stakeMin,
    stakeMax,
    maxOpenPayout,
    feeBps: Number(form.feeBps),
    payoutBps: Number(form.payoutBps),
    entryWindowSlots: Number(form.entryWindowSlots),
    exitWindowSlots: Number(form.exitWindowSlots),
  }
}

/** The form's error before it is sent. */
export function termsError(form: TermsForm, current: TermsVersion): 'number' | 'same' | 'note' | null {
  if (![form.stakeMin, form.stakeMax, form.maxOpenPayout].every(isAmount)) return 'number'
  if (![form.feeBps, form.payoutBps, form.entryWindowSlots, form.exitWindowSlots].every(isWholeNumber)) return 'number'
  if (changesIn(termsFields, current, wantedTerms(form, current)).length === 0) return 'same'
  return hasReason(form.note) ? null : 'note'
}

/** A duration in the unit that fits it. */
export function durationUnit(durationMs: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.round(durationMs / 1_000)
  if (seconds < 60 || seconds % 60 !== 0) return { unit: 'seconds', count: seconds }
  const minutes = seconds / 60
  return minutes < 60 || minutes % 60 !== 0
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: minutes / 60 }
}
