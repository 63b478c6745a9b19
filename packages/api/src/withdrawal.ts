import * as z from 'zod/mini'
import { amountText, assetName, chainName, decimalText, page, recordId, requestId, timeMs } from './fields.ts'
import { bookingRefusals, customerDetail, customerList, customerOperation } from './operation.ts'
import { paymentPasswordRefusals, paymentPasswordText } from './security.ts'
import { totpText } from './user.ts'
import { kycState } from './user-view.ts'

export const withdrawalState = z.enum(
  ['under-review', 'approved', 'sent', 'completed', 'failed', 'rejected', 'cancelled'],
  'unknown-value',
)
export type WithdrawalState = z.output<typeof withdrawalState>

/** The reasons for which an operator may reject a withdrawal. */
export const rejectionReasons = [
  'name-differs',
  'destination-unusable',
  'origin-of-money',
  'suspicious-activity',
  'customer-asked',
] as const

/** Why a withdrawal was rejected or failed; the app formats it. */
export const withdrawalReason = z.enum([...rejectionReasons, 'payment-returned'], 'unknown-value')
export type WithdrawalReason = z.output<typeof withdrawalReason>

/** A withdrawal's destination, as the customer recognises it. It is kept when the payout method is removed. */
export const withdrawalDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bank-card'), payoutMethodId: z.string(), bankName: z.string(), numberEnd: z.string() }),
  z.object({
    kind: z.literal('wallet-address'),
    payoutMethodId: z.string(),
    chain: chainName,
    addressStart: z.string(),
    addressEnd: z.string(),
  }),
])

/** The fields that customers and operators see alike. */
export const withdrawalFields = {
  asset: assetName,
  /** What leaves the balance: `arrival` reaches the destination, `fee` is the price. */
  amount: decimalText,
  fee: decimalText,
  arrival: decimalText,
  destination: withdrawalDestination,
  state: withdrawalState,
  createdMs: timeMs,
}

/** A withdrawal in a list. */
export const withdrawalView = z.object({
  id: z.string(),
  ...withdrawalFields,
  /** When it was completed, rejected, cancelled or failed. */
  endedMs: z.nullable(timeMs),
  reason: z.nullable(withdrawalReason),
  /** A promised time has passed without its step. */
  isOverdue: z.boolean(),
})
export type WithdrawalView = z.output<typeof withdrawalView>

/** One step of the clock. `approved` covers the whole review, however many people it takes. */
export const withdrawalStep = z.object({
  name: z.enum(['requested', 'checked', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed']),
  state: z.enum(['done', 'now', 'ahead']),
  /** Whose turn it is, or was: the customer, Candor itself, or operators with a role. */
  owner: z.enum(['customer', 'system', 'payments']),
  /** When it was done. */
  atMs: z.nullable(timeMs),
  /** The promised time; null without a promise. Counted from the previous promise while that is still ahead. */
  promisedMs: z.nullable(timeMs),
  isOverdue: z.boolean(),
})
export type WithdrawalStep = z.output<typeof withdrawalStep>

export const withdrawalDetailView = z.extend(withdrawalView, {
  steps: z.array(withdrawalStep),
  /** The number of required approvals, and the times of those given. */
  approvalsNeeded: z.int(),
  approvalsMs: z.array(timeMs),
  /** Two people approve once the withdrawals of 24 hours, of both assets together, reach this amount. */
  twoPersonThreshold: decimalText,
  /** The payment's reference with the bank or on the chain, once it was sent. */
  reference: z.nullable(z.string()),
  canCancel: z.boolean(),
})
export type WithdrawalDetailView = z.output<typeof withdrawalDetailView>

/** A withdrawal's price and arrival time, bound to amount, fee and destination. */
export const withdrawalQuoteView = z.object({
  quoteId: z.string(),
  asset: assetName,
  amount: decimalText,
  fee: decimalText,
  arrival: decimalText,
  payoutMethodId: z.string(),
  minimum: decimalText,
  /** What may still be withdrawn within 24 hours, before this withdrawal. */
  dailyLeft: decimalText,
  needsTwoApprovals: z.boolean(),
  twoPersonThreshold: decimalText,
  /** Promises: the review within so long, the arrival within so long after the approval, and so at the latest at. */
  reviewWithinMs: z.int(),
  arrivalWithinMs: z.int(),
  promisedMs: timeMs,
  expiresAtMs: timeMs,
})
export type WithdrawalQuoteView = z.output<typeof withdrawalQuoteView>

export const withdrawalQuote = customerOperation('withdrawal/quote', 'verified', {
  summary:
    'Quotes a withdrawal of USD to a bank card or of USDT to the wallet address. A new quote of the same asset replaces the one before. `wrong-amount` tells minimum and dailyLeft, `cooling-down` tells untilMs. `withdrawal-failed` says that withdrawals of this customer are stopped for now, although the account is enabled: customer service knows why.',
  input: z.object({ asset: assetName, amount: amountText, payoutMethodId: recordId }),
  output: withdrawalQuoteView,
  refusals: [
    'not-found',
    'wrong-amount',
    'withdrawal-failed',
    'insufficient-account-balance',
    'wrong-withdrawal-address',
    'bank-card-error',
    'cooling-down',
  ],
})

export const withdrawalCreate = customerOperation('withdrawal/create', 'verified', {
  summary:
    'Withdraws exactly as quoted, with the payment password. From the amount on that needs two operators (`twoPersonThreshold`), a customer with an authenticator sends its code, too (`totp-required`). The amount is held until it is paid, and released in full where it is not. `quote-changed` asks for a new quote.',
  input: z.object({
    requestId,
    quoteId: recordId,
    asset: assetName,
    amount: amountText,
    fee: amountText,
    payoutMethodId: recordId,
    paymentPassword: paymentPasswordText,
    /** Required after `totp-required`: a code from the authenticator app, or a recovery code. */
    totp: z.optional(totpText),
  }),
  output: withdrawalDetailView,
  refusals: [
    'not-found',
    'quote-changed',
    'wrong-amount',
    'withdrawal-failed',
    'insufficient-account-balance',
    ...paymentPasswordRefusals,
    'totp-required',
    'wrong-totp',
    'wrong-withdrawal-address',
    'bank-card-error',
    'cooling-down',
    ...bookingRefusals,
  ],
  success: 'submitted-for-review',
})

export const withdrawalCancel = customerOperation('withdrawal/cancel', 'login', {
  summary: 'Cancels a withdrawal before the first approval, and releases its amount in full.',
  input: z.object({ requestId, id: recordId }),
  output: withdrawalDetailView,
  refusals: ['not-found', 'transaction-closed', ...bookingRefusals],
  success: 'modification-successful',
})

export const withdrawalList = customerList('withdrawal/list', {
  summary: 'The withdrawals of the customer, newest first.',
  filters: { state: z.optional(withdrawalState) },
  output: page(withdrawalView),
})

export const withdrawalDetail = customerDetail('withdrawal/detail', {
  summary:
    'One withdrawal of the customer with its clock: every step, whose turn it is, by when it is promised, and what became of it.',
  output: withdrawalDetailView,
})

/** What a customer must do before a withdrawal, in the recommended order. */
export const readinessStep = z.enum(['verified', 'payment-password', 'payout-method', 'cooling-down', 'amount'])

export const withdrawalReadiness = customerOperation('withdrawal/readiness', 'login', {
  summary: 'What is still missing before a withdrawal of each asset would work: shown before the first recharge.',
  output: z.object({
    kycState,
    items: z.array(
      z.object({
        asset: assetName,
        /** Empty where a withdrawal would work now. */
        missing: z.array(readinessStep),
        /**
         * When the destination, or the account after its payment password was unlocked, may be used; null when there is
         * no waiting time.
         */
        coolsUntilMs: z.nullable(timeMs),
        available: decimalText,
        minimum: decimalText,
        /** What a withdrawal costs, whatever its amount. */
        fee: decimalText,
      }),
    ),
  }),
})

/**
 * How what was promised was done in the window. Times are the median, what 95 of 100 took at most, and the slowest of
 * what was completed in it.
 */
const levels = {
  promisedWithinMs: z.int(),
  done: z.int(),
  inTime: z.int(),
  medianMs: z.nullable(z.int()),
  ninetyFiveMs: z.nullable(z.int()),
  slowestMs: z.nullable(z.int()),
  /** What is open past its promised time. */
  overdueNow: z.int(),
}

/** How one step of withdrawals performed. */
const stepLevels = z.object({ name: z.enum(['approved', 'sent', 'completed']), ...levels })

/** How one promise was kept. With too few cases, figures are null, and `missing` is how many more it takes. */
const caseLevels = { ...levels, missing: z.int(), inTime: z.nullable(z.int()) }

export const transparencyServiceLevels = customerOperation('transparency/service_levels', 'public', {
  summary:
    'What is promised for withdrawals, identity checks, settlements, first answers and the log, and how it was kept ' +
    'in the last 30 days. Public, and counted from what is booked and decided.',
  output: z.object({
    fromMs: timeMs,
    toMs: timeMs,
    withdrawals: z.object({
      requested: z.int(),
      completed: z.int(),
      failed: z.int(),
      rejected: z.int(),
      cancelled: z.int(),
      open: z.int(),
      steps: z.array(stepLevels),
    }),
    /** First reviews, then appeals. Recoveries of a mailbox are not counted. */
    identityChecks: z.object({
      steps: z.array(z.object({ name: z.enum(['checked', 'appealed']), ...caseLevels })),
    }),
    /**
     * Contracts settled after their end, by whole UTC days; conversations opened in opening hours, until an agent's
     * first answer; bookings until a checkpoint of the log covers them, by whole UTC days. Their times are rounded up.
     */
    service: z.object({
      steps: z.array(z.object({ name: z.enum(['settled', 'answered', 'logged']), ...caseLevels })),
    }),
  }),
})
