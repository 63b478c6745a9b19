import type { InstrumentView, QuoteView, UserView } from '@candor/api'
import type { ContractSummary } from './contract-form-model.ts'

/** Why the Up and Down buttons are off; the reason replaces the odds line. */
export type BuyObstacle =
  | { readonly kind: 'loading' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'halted' }
  | { readonly kind: 'closed'; readonly opensMs: number | null }
  | { readonly kind: 'stale'; readonly sinceMs: number }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'odds-disagree' }
  | { readonly kind: 'past-close'; readonly closesMs: number }
  | { readonly kind: 'stake'; readonly error: NonNullable<ContractSummary['stakeError']> }

export interface MarketMoment {
  readonly instrument: Pick<InstrumentView, 'isHalted' | 'nextOpenMs' | 'closesMs'> | null
  readonly quote: Pick<QuoteView, 'state' | 'ageMs'> | null
  readonly isOffline: boolean
  /** Server time. */
  readonly nowMs: number
}

/** The first obstacle to buying, most general first; null when buying is possible. */
export function buyObstacle(moment: MarketMoment, summary: ContractSummary): BuyObstacle | null {
  const { instrument, quote, isOffline, nowMs } = moment
  if (isOffline) return { kind: 'offline' }
  if (instrument === null || quote === null) return { kind: 'loading' }
  if (instrument.isHalted) return { kind: 'halted' }
  if (quote.state === 'closed') return { kind: 'closed', opensMs: instrument.nextOpenMs }
  if (quote.state === 'stale') return { kind: 'stale', sinceMs: nowMs - quote.ageMs }
  if (summary.terms === null) return { kind: 'not-offered' }
  if (summary.doOddsDisagree) return { kind: 'odds-disagree' }
  if (instrument.closesMs !== null && nowMs + summary.terms.durationMs > instrument.closesMs) {
    return { kind: 'past-close', closesMs: instrument.closesMs }
  }
  return summary.stakeError === null ? null : { kind: 'stake', error: summary.stakeError }
}

/** What customers must do before they may buy at all; it replaces Up and Down. */
export type BuyGate = 'sign-in' | 'identity' | 'review'

/** The customer's gate; null when there is none. Unknown verification counts as none: the server decides. */
export function buyGate(isSignedIn: boolean, kycState: UserView['kycState'] | undefined): BuyGate | null {
  if (!isSignedIn) return 'sign-in'
  if (kycState === 'under-review') return 'review'
  return kycState === 'none' || kycState === 'rejected' ? 'identity' : null
}
