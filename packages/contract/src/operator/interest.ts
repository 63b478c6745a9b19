import * as z from 'zod/mini'
import { amountText, assetName, cursorText, decimalText, listLimit, noInput, page, timeMs, wholeNumber } from '../fields.ts'
import { flag, idText, noteText, operatorName } from './operator-fields.ts'
import { operatorOperation } from './operator-operation.ts'

const deciders = ['risk', 'lead'] as const

/** A version of an interest product. Orders keep the version that they were opened under. */
export const interestVersion = z.object({
  asset: assetName,
  durationMs: z.int(),
  version: z.int(),
  isOpen: z.boolean(),
  /** Simple interest on days of 86,400 seconds, in millionths of the amount. */
  dailyRatePpm: z.int(),
  min: decimalText,
  max: decimalText,
  createdMs: timeMs,
})
export type InterestVersion = z.output<typeof interestVersion>

/** The newest version of a product, with the sums over the orders of all its versions. */
export const interestProductSums = z.extend(interestVersion, {
  earningOrders: z.int(),
  /** Principal of those that earn. */
  earning: decimalText,
  /** Interest that is set aside for them. */
  reserved: decimalText,
  /** Interest that was paid. */
  paid: decimalText,
})
export type InterestProductSums = z.output<typeof interestProductSums>

/** What the house has for interest in an asset. */
export const interestCoverage = z.object({
  asset: assetName,
  /** All of it, what is set aside for orders that earn, and what is left. */
  funds: decimalText,
  reserved: decimalText,
  left: decimalText,
})
export type InterestCoverage = z.output<typeof interestCoverage>

export const operatorInterestProducts = operatorOperation({
  path: 'operator/interest_products',
  summary: 'Every interest product with its sums, and what the house has for interest.',
  roles: 'any',
  input: noInput,
  output: z.object({ items: z.array(interestProductSums), coverage: z.array(interestCoverage) }),
  refusals: [],
})

/** A version that one operator wants for later orders, and another one confirms. */
export const interestProposalView = z.object({
  id: z.string(),
  state: z.enum(['proposed', 'confirmed', 'rejected']),
  /** What would change; null for a product that does not exist yet. */
  current: z.nullable(interestVersion),
  wanted: z.omit(interestVersion, { version: true, createdMs: true }),
  note: z.string(),
  proposedBy: operatorName,
  proposedMs: timeMs,
  decidedBy: z.nullable(operatorName),
  decidedMs: z.nullable(timeMs),
})
export type InterestProposalView = z.output<typeof interestProposalView>

export const operatorInterestProposals = operatorOperation({
  path: 'operator/interest_proposals',
  summary: 'Versions of interest products that were proposed, newest first.',
  roles: ['risk', 'lead', 'auditor'],
  input: z.object({
    state: z.optional(z.enum(['proposed', 'confirmed', 'rejected'], 'unknown-value')),
    cursor: z.optional(cursorText),
    limit: listLimit,
  }),
  output: page(interestProposalView),
  refusals: [],
})

export const operatorInterestPropose = operatorOperation({
  path: 'operator/interest_propose',
  summary:
    'Proposes a version of an interest product for later orders: other amounts, another rate, opened or closed. A second operator confirms it.',
  roles: ['risk'],
  input: z.object({
    asset: assetName,
    durationMs: wholeNumber.check(z.gte(60_000, 'too-small'), z.lte(31_622_400_000, 'too-large')),
    isOpen: flag,
    dailyRatePpm: wholeNumber.check(z.gte(1, 'too-small'), z.lte(10_000, 'too-large')),
    min: amountText,
    max: amountText,
    note: noteText,
  }),
  output: interestProposalView,
  refusals: ['wrong-amount'],
})

export const operatorInterestConfirm = operatorOperation({
  path: 'operator/interest_confirm',
  summary: 'Confirms a version that another operator proposed, for orders from now on. Refused where another one came meanwhile.',
  roles: deciders,
  input: z.object({ id: idText }),
  output: interestProposalView,
  refusals: ['not-found', 'same-operator', 'already-decided', 'terms-changed'],
})

export const operatorInterestReject = operatorOperation({
  path: 'operator/interest_reject',
  summary: 'Rejects a version that was proposed, or takes back one’s own.',
  roles: deciders,
  input: z.object({ id: idText, note: noteText }),
  output: interestProposalView,
  refusals: ['not-found', 'already-decided'],
})
