import { useConnection } from '../../shared/api/realtime/index.ts'
import type { LiveQuote } from '../../shared/api/realtime/index.ts'

/** Whether an instrument's price is out of date, or may be: no network, no frames, or no open price. */
export function useIsStale(quote: LiveQuote | undefined): boolean {
  const { phase } = useConnection()
  return phase === 'offline' || phase === 'stale' || (quote !== undefined && quote.state !== 'open')
}
