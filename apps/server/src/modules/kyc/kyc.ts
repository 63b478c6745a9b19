import { kycReason, plainNumber } from '@candor/api'
import type { KycCountry, KycDocumentType, kycResubmit, KycSide, KycSubmissionView, kycViewReason } from '@candor/api'
import * as z from 'zod/mini'

export const photoKind = { kind: 'kyc-photo' }

/** A photo's edge in the vault: enough to read the smallest print of a document that fills the picture. */
export const photoShape = { widthPx: 2_000, heightPx: 2_000, fit: 'inside' } as const
/** Below this a document is unreadable. */
export const leastShortSidePx = 200

export type Resubmit = z.output<typeof kycResubmit>
export type ViewReason = z.output<typeof kycViewReason>

/** A submission as it is stored. */
export interface SubmissionRecord {
  readonly submissionId: bigint
  readonly customerId: bigint
  readonly requestId: string
  readonly country: KycCountry
  readonly documentType: KycDocumentType
  readonly detailsSealed: Buffer | null
  readonly appealSealed: Buffer | null
  readonly state: KycSubmissionView['state']
  readonly resubmit: Resubmit | null
  readonly reasons: unknown
  readonly round: number
  readonly sentMs: number
  readonly promisedMs: number
  readonly firstCheckedMs: number | null
  readonly decidedMs: number | null
  readonly isAcknowledged: boolean
  readonly photosUntilMs: number | null
  readonly photosDestroyedMs: number | null
  /** The mailbox that the account is to have; null in an identity check. */
  readonly recoveryEmail: string | null
}

/** A photo in the vault, with its measurements. */
export interface StoredPhoto {
  readonly side: KycSide
  readonly objectId: string
  readonly widthPx: number
  readonly heightPx: number
  readonly sharpness: number
  readonly glare: number
}

/** The customer's entries. Recoveries, and submissions from before birth dates were collected, have no birth date. */
export const submissionDetails = z.object({
  name: z.string(),
  number: z.string(),
  birthDate: z._default(z.nullable(z.string()), null),
})
export type SubmissionDetails = z.output<typeof submissionDetails>

/** Coded reasons as stored in the database. */
export const storedReasons = z.array(kycReason)

/** The sealing context of a submission's details. */
export function detailsContext({ customerId, requestId }: { customerId: bigint; requestId: string }): string {
  return `details ${customerId} ${requestId}`
}

/** The sealing context of an appeal's text. */
export function appealContext({ customerId, requestId }: { customerId: bigint; requestId: string }): string {
  return `appeal ${customerId} ${requestId}`
}

/** A number of which only the customer recognises the rest: "L01X ••• 7", or less of a short one. */
export function numberHintOf(number: string): string {
  const plain = plainNumber(number)
  const shown = plain.length >= 8 ? 4 : 1
  return `${plain.slice(0, shown)} ••• ${plain.slice(-1)}`
}

/** Whether a customer in this state, with this newest submission, may send another. */
export function maySubmit(state: 'none' | KycSubmissionView['state'], newest: SubmissionRecord | null): boolean {
  if (state === 'verified' || newest?.state === 'under-review') return false
  return newest?.resubmit !== 'final'
}

/** The customer's view of a submission; `details` is null once deleted. */
export function submissionView(record: SubmissionRecord, details: SubmissionDetails | null): KycSubmissionView {
  const { state, resubmit } = record
  const maySendAgain = resubmit === 'retry-photos' || resubmit === 'fix-data'
  return {
    id: String(record.submissionId),
    state,
    country: record.country,
    documentType: record.documentType,
    name: details?.name ?? null,
    numberHint: details === null ? null : numberHintOf(details.number),
    number: details !== null && maySendAgain ? details.number : null,
    birthDate: details !== null && maySendAgain ? details.birthDate : null,
    sentMs: record.sentMs,
    promisedMs: record.promisedMs,
    firstCheckedMs: record.firstCheckedMs,
    decidedMs: record.decidedMs,
    isAppeal: record.round === 2,
    resubmit,
    reasons: storedReasons.parse(record.reasons),
    mayAppeal: state === 'rejected' && record.round === 1 && record.photosDestroyedMs === null,
    photosUntilMs: record.photosUntilMs,
    photosDestroyedMs: record.photosDestroyedMs,
  }
}
