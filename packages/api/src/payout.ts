import * as z from 'zod/mini'
import { chainName, recordId, requestId, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'
import { paymentPasswordRefusals, paymentPasswordText } from './security.ts'
import { totpText } from './user.ts'

const spacedPattern = /^[A-Za-z0-9][A-Za-z0-9 -]{4,43}$/
const shortText = z.string('required').check(z.minLength(2, 'too-short'), z.maxLength(80, 'too-long'))

const methodCommon = {
  id: z.string(),
  addedMs: timeMs,
  /**
   * A new destination rests: withdrawals to it are taken from this time on. Not later than now where it may be used.
   */
  usableFromMs: timeMs,
  /** A withdrawal to it is under way: it cannot be removed. */
  isInUse: z.boolean(),
}

/** Proves the owner: a session alone must not choose where money goes. */
const ownerProof = {
  paymentPassword: paymentPasswordText,
  /** Required after `totp-required`: a code from the authenticator app, or a recovery code. */
  totp: z.optional(totpText),
}
const ownerProofRefusals = [...paymentPasswordRefusals, 'totp-required', 'wrong-totp'] as const

/** A bank card or account without its number. */
export const bankCardFields = {
  bankName: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  holder: z.string(),
  isIban: z.boolean(),
  numberEnd: z.string(),
  bankCode: z.nullable(z.string()),
  bankAddress: z.nullable(z.string()),
}

/** Where a customer may be paid, as its owner sees it. Numbers show their last four characters only. */
export const payoutMethodView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank-card'),
    ...methodCommon,
    ...bankCardFields,
  }),
  z.object({
    kind: z.literal('wallet-address'),
    ...methodCommon,
    chain: chainName,
    /** The first ten and the last nine characters: enough to recognise it. */
    addressStart: z.string(),
    addressEnd: z.string(),
  }),
])
export type PayoutMethodView = z.output<typeof payoutMethodView>

export const payoutList = customerOperation('payout/list', 'login', {
  summary: 'The bank cards and the wallet address of the customer, oldest first, and how many of each there may be.',
  output: z.object({
    items: z.array(payoutMethodView),
    maxBankCards: z.int(),
    maxWalletAddresses: z.int(),
    /** How long a new destination rests before its first withdrawal; 0 where it does not. */
    coolDownMs: z.int(),
  }),
})

export const payoutAddBankCard = customerOperation('payout/add_bank_card', 'verified', {
  summary:
    'Adds a bank card or account. A number that looks like an IBAN or a card number must be one, and so must a bank code that begins with letters be a BIC. What does not fit is refused as `invalid` with the field. The payment password is checked last; customers with an authenticator also send its code. The owner gets a mail and a message.',
  input: z.object({
    requestId,
    bankName: shortText,
    country: z.string('required').check(z.regex(/^[A-Z]{2}$/, 'wrong-format')),
    holder: shortText,
    /** An IBAN, a card number or an account number; blanks and hyphens do not count. */
    number: z.string('required').check(z.regex(spacedPattern, 'wrong-format')),
    bankCode: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{3,15}$/, 'wrong-format'))),
    bankAddress: z.optional(z.string().check(z.minLength(2, 'too-short'), z.maxLength(160, 'too-long'))),
    ...ownerProof,
  }),
  output: payoutMethodView,
  refusals: ['card-already-bound', 'upper-limit', 'invalid', ...ownerProofRefusals],
  success: 'added-successfully',
})

export const payoutAddWalletAddress = customerOperation('payout/add_wallet_address', 'verified', {
  summary:
    'Adds the wallet address: TRC20 in base58check, ERC20 with its EIP-55 check (all letters of one case carry none and are taken). The payment password is checked last; customers with an authenticator also send its code. The owner gets a mail and a message.',
  input: z.object({
    requestId,
    chain: chainName,
    address: z.string('required').check(z.minLength(1, 'required'), z.maxLength(120, 'too-long')),
    ...ownerProof,
  }),
  output: payoutMethodView,
  refusals: ['address-exists', 'upper-limit', 'wrong-withdrawal-address', ...ownerProofRefusals],
  success: 'added-successfully',
})

export const payoutRemove = customerOperation('payout/remove', 'verified', {
  summary: 'Removes a bank card or the wallet address, unless a withdrawal to it is under way.',
  input: z.object({
    id: recordId,
    paymentPassword: paymentPasswordText,
  }),
  output: z.null(),
  refusals: ['not-found', 'in-use', 'wrong-payment-password', 'payment-password-locked', 'no-payment-password'],
  success: 'modification-successful',
})
