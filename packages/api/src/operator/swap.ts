import * as z from 'zod/mini'
import { amountText, assetName, decimalText, timeMs, wholeNumber } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { flag } from './operator-fields.ts'
import { proposalOperations, proposalView } from './proposal.ts'

export const operatorSwapBid = operatorOperation('operator/swap_bid', ['desk', 'lead', 'risk', 'auditor'], {
  summary:
    'What a swap pays for one USDT now, in USD: nobody who pays by himself may pay more. Null while there is no current price.',
  output: z.object({ bid: z.nullable(decimalText) }),
})

/** A version of the terms of swaps in one direction. A quote keeps the version it was given under. */
export const swapTermsVersion = z.object({
  /** The asset given. */
  from: assetName,
  version: z.int(),
  /** In the asset given. */
  minimum: decimalText,
  isWholeNumber: z.boolean(),
  spreadBps: z.int(),
  /** How long a quote is valid. */
  quoteMs: z.int(),
  createdMs: timeMs,
})
export type SwapTermsVersion = z.output<typeof swapTermsVersion>

export const operatorSwapTerms = operatorOperation('operator/swap_terms', 'any', {
  summary: 'What swaps of each direction cost now.',
  output: z.object({ items: z.array(swapTermsVersion) }),
})

/** Swap terms that one operator proposes for later quotes. */
export const swapProposalView = proposalView(
  swapTermsVersion,
  z.omit(swapTermsVersion, { version: true, createdMs: true }),
)
export type SwapProposalView = z.output<typeof swapProposalView>

export const operatorSwapProposals = proposalOperations('swap', 'terms of swaps', {
  view: swapProposalView,
  propose: {
    summary: 'Proposes what swaps of one direction cost, for later quotes. A second operator confirms it.',
    fields: {
      from: assetName,
      minimum: amountText,
      isWholeNumber: flag,
      spreadBps: wholeNumber.check(z.lte(1_000, 'too-large')),
      quoteMs: wholeNumber.check(z.gte(1_000, 'too-small'), z.lte(60_000, 'too-large')),
    },
    refusals: ['wrong-amount'],
  },
})
