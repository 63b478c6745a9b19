import type { ConnectionView, LiveQuote } from '../../shared/api/realtime/index.ts'

/** How a price is to be taken: current, old, or of a closed market. */
export type PriceTone = 'live' | 'stale' | 'closed'

/** The tone of a quote, the connection included: without one every price of an open market is old. */
export function priceTone(quote: Pick<LiveQuote, 'state'> | undefined, phase: ConnectionView['phase']): PriceTone {
  if (quote?.state === 'closed') return 'closed'
  return phase === 'offline' || phase === 'stale' || quote?.state === 'stale' ? 'stale' : 'live'
}
