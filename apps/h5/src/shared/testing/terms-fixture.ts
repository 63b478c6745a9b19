import type { TermsView } from '@candor/api'

/** Contract terms for tests: a minute, stakes of 1 to 5,000, with 1 % fee and 85 % payout. */
export function someTerms(change: Partial<TermsView> = {}): TermsView {
  return {
    durationMs: 60_000,
    stakeMin: '1',
    stakeMax: '5000',
    feeBps: 100,
    payoutBps: 8500,
    entryWindowSlots: 10,
    exitWindowSlots: 10,
    breakEven: '54.6',
    version: '7',
    ...change,
  }
}
