import * as z from 'zod/mini'
import { timeMs, wholeNumber } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { proposalOperations, proposalView } from './proposal.ts'

/** A version of the terms that adverts keep to. */
export const advertTermsVersion = z.object({
  version: z.int(),
  /** How far from the official price one operator may publish an advert, in hundredths of a percent. */
  bandBps: z.int(),
  createdMs: timeMs,
})
export type AdvertTermsVersion = z.output<typeof advertTermsVersion>

export const operatorAdvertTerms = operatorOperation('operator/advert_terms', 'any', {
  summary: 'The terms that adverts keep to now.',
  output: advertTermsVersion,
})

/** Terms of adverts that one operator proposes. */
export const advertTermsProposalView = proposalView(
  advertTermsVersion,
  z.omit(advertTermsVersion, { version: true, createdMs: true }),
)
export type AdvertTermsProposalView = z.output<typeof advertTermsProposalView>

export const operatorAdvertTermsProposals = proposalOperations('advert_terms', 'terms of adverts', {
  view: advertTermsProposalView,
  propose: {
    summary: 'Proposes another band for adverts and their sales. A second operator confirms it.',
    fields: {
      bandBps: wholeNumber.check(z.gte(1, 'too-small'), z.lte(1_000, 'too-large')),
    },
    refusals: [],
  },
})
