import * as z from 'zod/mini'
import { amountText, assetName, decimalText, timeMs, wholeNumber } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { flag } from './operator-fields.ts'
import { proposalOperations, proposalView } from './proposal.ts'

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

/** The house's interest money in an asset. */
export const interestCoverage = z.object({
  asset: assetName,
  /** All of it, what is set aside for orders that earn, and what is left. */
  funds: decimalText,
  reserved: decimalText,
  left: decimalText,
})
export type InterestCoverage = z.output<typeof interestCoverage>

export const operatorInterestProducts = operatorOperation('operator/interest_products', 'any', {
  summary: 'Every interest product with its sums, and what the house has for interest.',
  output: z.object({ items: z.array(interestProductSums), coverage: z.array(interestCoverage) }),
})

/** A version that one operator wants for later orders. `current` is null for a product that does not exist yet. */
export const interestProposalView = proposalView(
  z.nullable(interestVersion),
  z.omit(interestVersion, { version: true, createdMs: true }),
)
export type InterestProposalView = z.output<typeof interestProposalView>

export const operatorInterestProposals = proposalOperations('interest', 'versions of interest products', {
  view: interestProposalView,
  propose: {
    summary:
      'Proposes a version of an interest product for later orders: other amounts, another rate, opened or closed. A second operator confirms it.',
    fields: {
      asset: assetName,
      durationMs: wholeNumber.check(z.gte(60_000, 'too-small'), z.lte(31_622_400_000, 'too-large')),
      isOpen: flag,
      dailyRatePpm: wholeNumber.check(z.gte(1, 'too-small'), z.lte(10_000, 'too-large')),
      min: amountText,
      max: amountText,
    },
    refusals: ['wrong-amount'],
  },
})
