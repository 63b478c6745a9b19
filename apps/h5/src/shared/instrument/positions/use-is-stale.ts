import { useConnection } from '../../api/realtime/index.ts'
import type { ConnectionView, LiveQuote } from '../../api/realtime/index.ts'

/** Whether an instrument's price is out of date, or may be: no network, no frames, or no open price. */
export function useIsStale(quote: LiveQuote | undefined): boolean {
  return isStale(useConnection(), quote)
}

/** The same for a connection that is known. */
export function isStale({ phase }: Pick<ConnectionView, 'phase'>, quote: LiveQuote | undefined): boolean {
  return phase === 'offline' || phase === 'stale' || (quote !== undefined && quote.state !== 'open')
}
