import * as z from 'zod/mini'
import { amountText, decimalText, isStorableText, recordId, requestId, timeMs } from './fields.ts'
import { advertView } from './floor.ts'
import { bookingRefusals, customerOperation } from './operation.ts'

/** A customer's application for a desk of their own. `refused` is final for this one; another may follow. */
export const merchantApplicationView = z.object({
  name: z.string(),
  about: z.string(),
  state: z.enum(['under-review', 'approved', 'refused']),
  appliedMs: timeMs,
  /** When it was approved or refused; null under review. */
  decidedMs: z.nullable(timeMs),
})
export type MerchantApplicationView = z.output<typeof merchantApplicationView>

export const floorDesk = customerOperation('floor/desk', 'login', {
  summary:
    'The desk of the customer on the trading floor: the newest application, and once there is a desk, its money and its adverts, the open ones first.',
  output: z.object({
    /** Null before the first one, and where operators set the desk up. */
    application: z.nullable(merchantApplicationView),
    desk: z.nullable(
      z.object({
        name: z.string(),
        isApproved: z.boolean(),
        /** USD to pay with, kept for adverts and sales or free; and the USDT that were bought. */
        freeUsd: decimalText,
        keptUsd: decimalText,
        usdt: decimalText,
        adverts: z.array(advertView),
      }),
    ),
  }),
})

/** One line of a customer's own words, without control characters. */
function oneLine({ min, max }: { readonly min: number; readonly max: number }) {
  return z.string('required').check(
    z.minLength(min, 'too-short'),
    z.maxLength(max, 'too-long'),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'wrong-format'),
    z.refine((text) => isStorableText(text) && text.trim() === text, 'wrong-format'),
  )
}

/** The name of a desk, as customers read it at its adverts. */
export const deskNameText = oneLine({ min: 2, max: 40 })

/** What an applicant says about the desk, for the operators. */
export const deskAboutText = oneLine({ min: 10, max: 300 })

export const floorApply = customerOperation('floor/apply', 'verified', {
  summary: 'Applies for a desk on the trading floor. Two operators approve it, or one refuses it.',
  input: z.object({ requestId, name: deskNameText, about: deskAboutText }),
  output: merchantApplicationView,
  refusals: ['under-review', 'already-approved', 'kyc-not-passed'],
  success: 'submitted-for-review',
})

export const floorPublishing = customerOperation('floor/publishing', 'verified', {
  summary:
    'What an advert of the customer’s own desk is made within: the official price, null while there is no current one, the band around it in hundredths of a percent, and the free USD. Refused before the desk is approved, as `floor/publish` is.',
  output: z.object({ officialPrice: z.nullable(decimalText), bandBps: z.int(), freeUsd: decimalText }),
  refusals: ['unknown-advert', 'application-not-approved'],
})

/** Refusals of an own advert that its booking decides. */
export const publishRefusals = [
  'unknown-advert',
  'application-not-approved',
  'wrong-amount',
  'insufficient-balance',
  'price-outside-band',
  'market-stale',
  'kyc-not-passed',
] as const

export const floorPublish = customerOperation('floor/publish', 'verified', {
  summary:
    'Publishes an advert of the customer’s own desk, and keeps what it may cost from the desk’s USD. Its price is within the band of the official price; an operator confirms each sale. `unknown-advert` says that the customer has never applied.',
  input: z.object({
    requestId,
    unitPrice: z.string('required').check(z.regex(/^\d{1,6}(\.\d{1,4})?$/, 'wrong-format')),
    total: amountText,
    minimum: amountText,
    maximum: amountText,
  }),
  output: advertView,
  refusals: [...publishRefusals, ...bookingRefusals],
  success: 'added-successfully',
})

export const floorClose = customerOperation('floor/close', 'login', {
  summary:
    'Closes an advert of the customer’s own desk and gives back what it kept. Sales in progress can still be confirmed. A repeat changes nothing.',
  input: z.object({ id: recordId }),
  output: advertView,
  refusals: ['not-found', ...bookingRefusals],
})
