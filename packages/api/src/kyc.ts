import * as z from 'zod/mini'
import { noData, photoFile, requestId, timeMs } from './fields.ts'
import {
  birthDateError,
  kycCountry,
  kycDocumentType,
  kycSides,
  numberLengthOf,
  plainNumber,
  sidesOf,
} from './kyc-documents.ts'
import { customerOperation } from './operation.ts'
import { codeText, emailText } from './user.ts'
import { kycState } from './user-view.ts'

const trimmed = z.pipe(
  z.string('required'),
  z.transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim()),
)
const trimmedText = (minLength: number, maxLength: number, format: RegExp) =>
  z.pipe(
    trimmed,
    z
      .string()
      .check(z.minLength(minLength, 'too-short'), z.maxLength(maxLength, 'too-long'), z.regex(format, 'wrong-format')),
  )
const nameText = trimmedText(2, 100, /^\p{L}[\p{L}\p{M}\p{Zs}.,'’ʼ·・‐-]*$/u)
const numberText = trimmedText(4, 40, /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/)

/** YYYY-MM-DD. Whether its person is of age depends on the day: the refusal `under-age`. */
const birthDateText = z.string('required').check(
  z.refine((text) => birthDateError(text) !== 'wrong-format', 'wrong-format'),
  z.refine((text) => birthDateError(text) !== 'too-small', 'too-small'),
)

/** The subject of a rejection: a photo, a field, or the whole document. */
export const kycReasonTarget = z.enum(
  [...kycSides, 'country', 'documentType', 'name', 'birthDate', 'number', 'document'],
  'unknown-value',
)
/** The reasons for another photo. */
export const kycPhotoReasonCodes = [
  'blurred',
  'glare',
  'too-dark',
  'cut-off',
  'covered',
  'wrong-side',
  'no-document',
] as const
const kycReasonCodes = [
  ...kycPhotoReasonCodes,
  'expired',
  'differs',
  'number-taken',
  'under-age',
  'not-genuine',
  'not-accepted',
] as const
export const kycReason = z.object({ code: z.enum(kycReasonCodes, 'unknown-value'), target: kycReasonTarget })
export type KycReason = z.output<typeof kycReason>

/** What may follow a rejection: new photos, corrected data, or only an appeal. */
export const kycResubmit = z.enum(['retry-photos', 'fix-data', 'final'], 'unknown-value')

/** Why an operator opened a photo. */
export const kycViewReason = z.enum(['review', 'appeal', 'customer-question', 'fraud-check'], 'unknown-value')

/** What its customer and operators read of a submission. */
export const kycSubmissionFacts = {
  state: z.enum(['under-review', 'verified', 'rejected']),
  country: kycCountry,
  documentType: kycDocumentType,
  /** Null once it has been forgotten. */
  name: z.nullable(z.string()),
  sentMs: timeMs,
  promisedMs: timeMs,
  decidedMs: z.nullable(timeMs),
  resubmit: z.nullable(kycResubmit),
  reasons: z.array(kycReason),
}

/** The newest submission, as its customer sees it. */
export const kycSubmissionView = z.object({
  id: z.string(),
  ...kycSubmissionFacts,
  /** The first characters and the last one, for recognising it. */
  numberHint: z.nullable(z.string()),
  /** All of it, only while the customer may send it again. */
  number: z.nullable(z.string()),
  /** Only while the customer may send it again. */
  birthDate: z.nullable(z.string()),
  firstCheckedMs: z.nullable(timeMs),
  isAppeal: z.boolean(),
  mayAppeal: z.boolean(),
  /** When the photos are destroyed; null during the review. */
  photosUntilMs: z.nullable(timeMs),
  photosDestroyedMs: z.nullable(timeMs),
})
export type KycSubmissionView = z.output<typeof kycSubmissionView>

export const kycStateOf = customerOperation('kyc/state', 'login', {
  summary: 'Whether the customer is verified, the newest submission, and whether one may be sent now.',
  output: z.object({
    state: kycState,
    maySubmit: z.boolean(),
    promiseMs: z.int(),
    submission: z.nullable(kycSubmissionView),
  }),
})

export const kycCountryList = customerOperation('kyc/countries', 'public', {
  summary:
    'Countries whose documents are taken, named in the language of the call, with the photos that each document needs. `numberLength` counts letters and digits, where all documents of the kind have as many.',
  output: z.object({
    items: z.array(
      z.object({
        code: kycCountry,
        name: z.string(),
        documents: z.array(
          z.object({ type: kycDocumentType, sides: z.array(z.enum(kycSides)), numberLength: z.nullable(z.int()) }),
        ),
      }),
    ),
  }),
})

/** The document that a customer sends, with its photos. */
const documentFields = {
  requestId,
  country: kycCountry,
  documentType: kycDocumentType,
  name: nameText,
  number: numberText,
  front: photoFile,
  back: z.optional(photoFile),
}
const documentForm = z.object(documentFields)

type DocumentForm = z.output<typeof documentForm>

/** Created where a form is declared, so that the app, which sends forms without these checks, does not carry them. */
function documentChecks() {
  return [
    z.refine<DocumentForm>((form) => form.back !== undefined || !sidesOf(form.documentType).includes('back'), {
      path: ['back'],
      error: 'required',
    }),
    z.refine<DocumentForm>((form) => plainNumber(form.number).length >= 4, { path: ['number'], error: 'too-short' }),
    z.refine<DocumentForm>(isUsualLength, { path: ['number'], error: 'wrong-format' }),
  ] as const
}

export const kycSubmit = customerOperation('kyc/submit', 'login', {
  summary:
    'Sends a document for review (multipart): JPEG, PNG or WebP photos of at most 10 MB and 32 megapixels, which are re-encoded and encrypted. A passport needs no back. `birthDate` is YYYY-MM-DD, at least 18 years ago. `photo-invalid` says which photo in `data.photo`.',
  input: z.object({ ...documentFields, birthDate: birthDateText }).check(...documentChecks()),
  output: kycSubmissionView,
  refusals: [
    'country-not-served',
    'under-age',
    'under-review',
    'wait-for-review',
    'already-approved',
    'id-number-taken',
    'photo-invalid',
    'submission-failed',
    'frequent-operations',
  ],
  success: 'submitted-for-review',
})

export const userRecover = customerOperation('user/recover', 'public', {
  staysInPlace: true,
  summary:
    'Asks for another e-mail for an account whose mailbox is lost (multipart): with the document that the account was verified with, and a code sent to the new e-mail (`code/send` with purpose recover). Two operators decide; until then nothing changes, and a new password by the old mailbox ends it. An account that does not exist, one that is not verified and another document are answered alike (`details-differ`), and use the code up.',
  input: z
    .object({
      account: z.pipe(trimmed, z.string().check(z.minLength(1, 'required'), z.maxLength(254, 'too-long'))),
      email: emailText,
      code: codeText,
      ...documentFields,
    })
    .check(...documentChecks()),
  output: z.object({ promisedMs: timeMs }),
  refusals: ['wrong-code', 'details-differ', 'already-registered', 'wait-for-review', 'photo-invalid', 'conflict'],
  success: 'submitted-for-review',
})

function isUsualLength(form: DocumentForm) {
  const length = numberLengthOf(form.country, form.documentType)
  return length === null || plainNumber(form.number).length === length
}

export const kycAppeal = customerOperation('kyc/appeal', 'login', {
  summary:
    'Asks that somebody who has not decided yet look at a rejected submission again: once, while its photos are kept.',
  input: z.object({
    requestId,
    text: z.pipe(trimmed, z.string().check(z.minLength(10, 'too-short'), z.maxLength(1_000, 'too-long'))),
  }),
  output: kycSubmissionView,
  refusals: ['not-allowed'],
  success: 'submitted-for-review',
})

export const kycAccess = customerOperation('kyc/access', 'login', {
  summary:
    'Who opened the photos of the customer, when and why, newest first; at most 100. `viewer` counts the people.',
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        atMs: timeMs,
        photo: z.enum(kycSides),
        reason: kycViewReason,
        viewer: z.int(),
        isSandboxReviewer: z.boolean(),
      }),
    ),
  }),
})

export const indexSm = customerOperation('index/sm', 'login', {
  summary: 'Whether an approval waits to be acknowledged: code 1 if one does, else code 0 (`nothing-waiting`).',
  output: z.object({ id: z.string(), decidedMs: timeMs }),
  refusals: ['nothing-waiting'],
})

export const indexSmError = customerOperation('index/sm_error', 'login', {
  summary:
    'Whether a refusal waits to be acknowledged: code 1 with its reasons if one does, else code 0 (`nothing-waiting`).',
  output: z.object({ id: z.string(), decidedMs: timeMs, resubmit: kycResubmit, reasons: z.array(kycReason) }),
  refusals: ['nothing-waiting'],
})

export const indexSmConfirm = customerOperation('index/sm_confirm', 'login', {
  summary: 'Acknowledges an approval. Without one that waits, nothing happens.',
  output: noData,
})

export const indexSmConfirmError = customerOperation('index/sm_confirm_error', 'login', {
  summary: 'Acknowledges a refusal. Without one that waits, nothing happens.',
  output: noData,
})
