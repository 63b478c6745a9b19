import { kycPhotoReasonCodes } from '@candor/api'
import type { KycReason } from '@candor/api'

/**
 * A reviewer's choices. Both a new photo and a rejection are rejections on the wire; they differ in what the customer
 * may do next.
 */
export type ReviewChoice = 'approve' | 'photo' | 'reject'
export type ReasonTarget = KycReason['target']
export type ReasonCode = KycReason['code']
type Side = 'front' | 'back'

export interface ReviewForm {
  readonly choice: ReviewChoice | null
  /** The reason for each target; absent where it is fine. */
  readonly reasons: Readonly<Partial<Record<ReasonTarget, ReasonCode>>>
  /** After a rejection the customer may send other data, or nothing. */
  readonly isFinal: boolean
  readonly note: string
}

export const emptyReview: ReviewForm = { choice: null, reasons: {}, isFinal: false, note: '' }

/** The possible reasons for each part of a submission. */
const codes: Readonly<Record<ReasonTarget, readonly ReasonCode[]>> = {
  front: kycPhotoReasonCodes,
  back: kycPhotoReasonCodes,
  name: ['differs'],
  birthDate: ['differs', 'under-age'],
  number: ['differs', 'number-taken'],
  country: ['differs', 'not-accepted'],
  documentType: ['differs', 'not-accepted'],
  document: ['expired', 'not-genuine', 'under-age', 'not-accepted'],
}

/** The reasons that fit a part of a submission. */
export function codesOf(target: ReasonTarget): readonly ReasonCode[] {
  return codes[target]
}

/** The targets of a choice: photos, or the entries and the document itself. */
export function targetsOf(choice: ReviewChoice | null, sides: readonly Side[]): readonly ReasonTarget[] {
  if (choice === 'photo') return sides
  return choice === 'reject' ? ['name', 'birthDate', 'number', 'country', 'documentType', 'document'] : []
}

/** What is missing before the decision can be recorded. */
export function reviewError(form: ReviewForm, sides: readonly Side[]): 'choice' | 'reason' | null {
  if (form.choice === null) return 'choice'
  return form.choice === 'approve' || reasonsOf(form, sides).length > 0 ? null : 'reason'
}

/** The decision in the server's form. Reasons of another, previously selected choice are omitted. */
export function verdictOf(form: ReviewForm, sides: readonly Side[]) {
  const note = form.note.trim()
  if (form.choice === 'approve') return { verdict: 'approved' as const, reasons: [], note }
  const resubmit =
    form.choice === 'photo' ? ('retry-photos' as const) : form.isFinal ? ('final' as const) : ('fix-data' as const)
  return { verdict: 'rejected' as const, resubmit, reasons: reasonsOf(form, sides), note }
}

function reasonsOf({ choice, reasons }: ReviewForm, sides: readonly Side[]): KycReason[] {
  return targetsOf(choice, sides).flatMap((target) => {
    const code = reasons[target]
    return code === undefined ? [] : [{ target, code }]
  })
}
