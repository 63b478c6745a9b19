import type { TermsView } from '@candor/api'
import { fixture } from './fixture.ts'

/** Contract terms for tests: a minute, stakes of 1 to 5,000, with 1 % fee and 85 % payout. */
export const someTerms = fixture<TermsView>({
  durationMs: 60_000,
  stakeMin: '1',
  stakeMax: '5000',
  feeBps: 100,
  payoutBps: 8500,
  entryWindowSlots: 10,
  exitWindowSlots: 10,
  breakEven: '54.6',
  version: '7',
})
