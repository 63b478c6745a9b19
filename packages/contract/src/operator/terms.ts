import * as z from 'zod/mini'
import { amountText, categoryName, cursorText, decimalText, listLimit, page, symbolText, timeMs, wholeNumber } from '../fields.ts'
import { flag, idText, noteText, operatorName } from './operator-fields.ts'
import { operatorOperation } from './operator-operation.ts'

const deciders = ['risk', 'lead'] as const

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
})
export type TermsVersion = z.output<typeof termsVersion>

export const operatorInstruments = operatorOperation({
  path: 'operator/instruments',
  summary: 'Every instrument with the newest terms of each duration.',
  roles: 'any',
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
  refusals: [],
})

export const operatorTermsVersions = operatorOperation({
  path: 'operator/terms_versions',
  summary: 'Every version of the terms of an instrument and duration, newest first.',
  roles: 'any',
  input: z.object({ symbol: symbolText, durationMs: wholeNumber }),
  output: z.object({ items: z.array(z.extend(termsVersion, { createdMs: timeMs })) }),
  refusals: ['unknown-instrument'],
})

/** Terms that one operator wants for later orders, and another one confirms. */
export const termsProposalView = z.object({
  id: z.string(),
  symbol: z.string(),
  state: z.enum(['proposed', 'confirmed', 'rejected']),
  /** What would change, and what it would become. `current` is null for a duration that has no terms. */
  current: z.nullable(termsVersion),
  wanted: z.omit(termsVersion, { version: true }),
  note: z.string(),
  proposedBy: operatorName,
  proposedMs: timeMs,
  decidedBy: z.nullable(operatorName),
  decidedMs: z.nullable(timeMs),
})
export type TermsProposalView = z.output<typeof termsProposalView>

export const operatorTermsProposals = operatorOperation({
  path: 'operator/terms_proposals',
  summary: 'Terms that were proposed, newest first.',
  roles: ['risk', 'lead', 'auditor'],
  input: z.object({
    state: z.optional(z.enum(['proposed', 'confirmed', 'rejected'], 'unknown-value')),
    cursor: z.optional(cursorText),
    limit: listLimit,
  }),
  output: page(termsProposalView),
  refusals: [],
})

export const operatorTermsPropose = operatorOperation({
  path: 'operator/terms_propose',
  summary: 'Proposes terms for later orders. A second operator confirms them; orders that exist keep theirs.',
  roles: ['risk'],
  input: z.object({
    symbol: symbolText,
    durationMs: wholeNumber.check(z.gte(1_000, 'too-small'), z.lte(86_400_000, 'too-large')),
    isOffered: flag,
    stakeMin: amountText,
    stakeMax: amountText,
    feeBps: wholeNumber.check(z.lte(1_000, 'too-large')),
    payoutBps: wholeNumber.check(z.gte(1, 'too-small'), z.lte(10_000, 'too-large')),
    maxOpenPayout: amountText,
    note: noteText,
  }),
  output: termsProposalView,
  refusals: ['unknown-instrument', 'wrong-amount'],
})

export const operatorTermsConfirm = operatorOperation({
  path: 'operator/terms_confirm',
  summary: 'Confirms terms that another operator proposed: a new version, for orders from now on. Refused where others came meanwhile.',
  roles: deciders,
  input: z.object({ id: idText }),
  output: termsProposalView,
  refusals: ['not-found', 'same-operator', 'already-decided', 'terms-changed'],
})

export const operatorTermsReject = operatorOperation({
  path: 'operator/terms_reject',
  summary: 'Rejects terms that were proposed, or takes back one’s own.',
  roles: deciders,
  input: z.object({ id: idText, note: noteText }),
  output: termsProposalView,
  refusals: ['not-found', 'already-decided'],
})
