import * as z from 'zod/mini'
import { fileOutput, idText, listLimit, page, timeMs } from '../fields.ts'
import { kycCountry, kycDocumentType, kycSides } from '../kyc-documents.ts'
import { kycReason, kycResubmit, kycSubmissionFacts, kycViewReason } from '../kyc.ts'
import { operatorOperation } from '../operation.ts'
import { nested } from './operator-fields.ts'
import { operatorDetail, operatorList } from './records.ts'

const kycSide = z.enum(kycSides, 'unknown-value')

/**
 * Whose turn it is: two reviewers decide independently, a lead decides where they differ, and another reviewer decides
 * an appeal.
 */
export const kycStage = z.enum(['first', 'second', 'lead', 'appeal'])

const caseCommon = {
  id: z.string(),
  /** For claims and the audit trail. */
  subject: z.string(),
  /** The account number that the customer sees. */
  account: z.string(),
  country: kycCountry,
  documentType: kycDocumentType,
  sentMs: timeMs,
  promisedMs: timeMs,
  /** The customer requests another e-mail address, using the verified document. */
  isRecovery: z.boolean(),
}

/** A submission that waits. */
export const kycCaseView = z.object({
  ...caseCommon,
  name: z.nullable(z.string()),
  stage: kycStage,
  /** The caller has, and cannot again. */
  hasDecided: z.boolean(),
  mayDecide: z.boolean(),
})
export type KycCaseView = z.output<typeof kycCaseView>

export const operatorKycQueue = operatorOperation('operator/kyc_queue', ['kyc', 'lead'], {
  summary: 'Identity checks that wait, the nearest promise first.',
  input: z.object({ limit: listLimit }),
  output: z.object({ items: z.array(kycCaseView) }),
})

/** A submission that was decided, without its name: nobody reads the names of all customers in a list. */
export const kycDecidedView = z.object({
  ...caseCommon,
  state: z.enum(['verified', 'rejected']),
  decidedMs: z.nullable(timeMs),
})
export type KycDecidedView = z.output<typeof kycDecidedView>

export const operatorKycDecided = operatorList('operator/kyc_decided', ['kyc', 'lead'], {
  summary: 'Identity checks that were decided, the newest submission first.',
  filters: {},
  output: page(kycDecidedView),
})

/** An operator's decision. */
const decisionView = z.object({
  operatorId: z.string(),
  operator: z.string(),
  isAppeal: z.boolean(),
  verdict: z.enum(['approved', 'rejected']),
  resubmit: z.nullable(kycResubmit),
  reasons: z.array(kycReason),
  note: z.string(),
  decidedMs: timeMs,
})

export const operatorKycDetail = operatorDetail('operator/kyc_detail', ['kyc', 'lead'], {
  summary:
    'One identity check: what the customer typed, what was measured of the photos, and what is known beside. Decisions of others are sealed until the review ends.',
  output: z.object({
    id: z.string(),
    subject: z.string(),
    account: z.string(),
    customerId: z.string(),
    registeredMs: timeMs,
    ...kycSubmissionFacts,
    /** Null once it has been forgotten, like the birth date. */
    number: z.nullable(z.string()),
    /** YYYY-MM-DD; also null in a recovery, and in submissions from before it was asked for. */
    birthDate: z.nullable(z.string()),
    /** Null once it is decided. */
    stage: z.nullable(kycStage),
    hasDecided: z.boolean(),
    mayDecide: z.boolean(),
    appealText: z.nullable(z.string()),
    isRecovery: z.boolean(),
    /** The requested e-mail address, and the verified identity with this document number; null in an identity check. */
    recovery: z.nullable(
      z.object({
        email: z.string(),
        currentEmail: z.nullable(z.string()),
        verifiedName: z.nullable(z.string()),
        verifiedMs: z.nullable(timeMs),
      }),
    ),
    photos: z.array(
      z.object({
        side: kycSide,
        widthPx: z.int(),
        heightPx: z.int(),
        /** Variance of the Laplacian at a width of 640: below 60 it is blurred. */
        sharpness: z.number(),
        /** Share of nearly white pixels: above 0.08 there is glare. */
        glare: z.number(),
        isDestroyed: z.boolean(),
      }),
    ),
    /** Accounts beside this one that sent the same number. */
    sameNumberAccounts: z.array(
      z.object({ account: z.string(), state: z.enum(['under-review', 'verified', 'rejected']) }),
    ),
    /**
     * Excluded or disabled customers who sent the same name and birth date, maybe with another document: a warning,
     * which decides nothing.
     */
    samePersonAccounts: z.array(
      z.object({
        account: z.string(),
        isDisabled: z.boolean(),
        /** Null where the customer is not excluded now. */
        excludedUntilMs: z.nullable(timeMs),
      }),
    ),
    earlier: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['under-review', 'verified', 'rejected']),
        sentMs: timeMs,
        decidedMs: z.nullable(timeMs),
        resubmit: z.nullable(kycResubmit),
        reasons: z.array(kycReason),
      }),
    ),
    decisions: z.array(decisionView),
    views: z.array(z.object({ operator: z.string(), photo: kycSide, reason: kycViewReason, atMs: timeMs })),
  }),
})

export const operatorKycPhoto = operatorOperation('operator/kyc_photo', ['kyc', 'lead'], {
  summary: 'One photo (WebP). The audit trail records who opened it, when and why, and the customer sees it.',
  input: z.object({ id: idText, photo: kycSide, reason: kycViewReason }),
  output: fileOutput,
  refusals: ['not-found'],
})

export const operatorKycDecide = operatorOperation('operator/kyc_decide', ['kyc', 'lead'], {
  summary:
    'Records a decision. The first one is sealed until the second is in; two that agree decide, and where they differ a lead does. A rejection says what the customer may do (`resubmit`) and why (`reasons`).',
  input: z
    .object({
      id: idText,
      verdict: z.enum(['approved', 'rejected'], 'unknown-value'),
      resubmit: z.optional(kycResubmit),
      reasons: z._default(nested(z.array(kycReason).check(z.maxLength(8, 'too-large'))), []),
      note: z._default(z.string().check(z.maxLength(1_000, 'too-long')), ''),
    })
    .check(
      z.refine((form) => (form.verdict === 'rejected') === (form.resubmit !== undefined), {
        path: ['resubmit'],
        error: 'required',
      }),
      z.refine((form) => (form.verdict === 'rejected') === form.reasons.length > 0, {
        path: ['reasons'],
        error: 'required',
      }),
    ),
  output: z.object({ outcome: z.enum(['recorded', 'verified', 'rejected']) }),
  refusals: ['not-found', 'same-operator', 'already-decided'],
})
