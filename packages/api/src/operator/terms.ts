import * as z from 'zod/mini'
import { dayMs } from '../day.ts'
import { amountText, categoryName, decimalText, symbolText, timeMs, wholeNumber } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { flag } from './operator-fields.ts'
import { proposalOperations, proposalView } from './proposal.ts'

const windowSlots = wholeNumber.check(z.gte(1, 'too-small'), z.lte(240, 'too-large'))

/** A version of the terms of one instrument and duration. Orders keep the version that they were placed under. */
export const termsVersion = z.object({
  durationMs: z.int(),
  version: z.int(),
  isOffered: z.boolean(),
  /** Of either asset. */
  stakeMin: decimalText,
  stakeMax: decimalText,
  feeBps: z.int(),
  payoutBps: z.int(),
  /** The most that open contracts of the instrument may pay out, in each asset. */
  maxOpenPayout: decimalText,
  /** The slots over which the entry and the exit price are averaged. Both 1: single frames decide. */
  entryWindowSlots: z.int(),
  exitWindowSlots: z.int(),
})
export type TermsVersion = z.output<typeof termsVersion>

export const operatorInstruments = operatorOperation('operator/instruments', 'any', {
  summary: 'Every instrument with the newest terms of each duration.',
  input: z.object({ category: z.optional(categoryName) }),
  output: z.object({
    items: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        category: categoryName,
        isHidden: z.boolean(),
        isHalted: z.boolean(),
        terms: z.array(termsVersion),
      }),
    ),
  }),
})

export const operatorTermsVersions = operatorOperation('operator/terms_versions', 'any', {
  summary: 'Every version of the terms of an instrument and duration, newest first.',
  input: z.object({ symbol: symbolText, durationMs: wholeNumber }),
  output: z.object({ items: z.array(z.extend(termsVersion, { createdMs: timeMs })) }),
  refusals: ['unknown-instrument'],
})

/** Contract terms that one operator proposes for later orders. `current` is null for a duration without terms. */
export const termsProposalView = z.extend(
  proposalView(z.nullable(termsVersion), z.omit(termsVersion, { version: true })),
  {
    symbol: z.string(),
  },
)
export type TermsProposalView = z.output<typeof termsProposalView>

export const operatorTermsProposals = proposalOperations('terms', 'terms of contracts', {
  view: termsProposalView,
  propose: {
    summary: 'Proposes terms for later orders. A second operator confirms them; orders that exist keep theirs.',
    fields: {
      symbol: symbolText,
      durationMs: wholeNumber.check(z.gte(1_000, 'too-small'), z.lte(dayMs, 'too-large')),
      isOffered: flag,
      stakeMin: amountText,
      stakeMax: amountText,
      feeBps: wholeNumber.check(z.lte(1_000, 'too-large')),
      payoutBps: wholeNumber.check(z.gte(1, 'too-small'), z.lte(10_000, 'too-large')),
      maxOpenPayout: amountText,
      entryWindowSlots: windowSlots,
      exitWindowSlots: windowSlots,
    },
    refusals: ['unknown-instrument', 'wrong-amount'],
  },
})
