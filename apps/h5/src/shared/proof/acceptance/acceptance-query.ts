import type { OrderView } from '@candor/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/index.ts'
import { realtime } from '../../api/realtime/index.ts'
import { graceMs } from './acceptance-verdict.ts'
import type { AcceptanceVerdict } from './acceptance-verdict.ts'
import { acceptanceOf, keepAcceptance } from './kept-acceptances.ts'
import type { KeptAcceptance } from './kept-acceptances.ts'

/** How often the log is read again while it lacks a promised batch. */
const lateAgainMs = 10_000

/** What became of the acceptance that this device kept of an order. What verifies loads with the first acceptance. */
function acceptanceQuery(order: OrderView, kept: KeptAcceptance | null) {
  return queryOptions<AcceptanceVerdict>({
    queryKey: ['acceptance', order.id, kept?.text ?? null],
    staleTime: ({ state: { data: known } }) => (known === undefined || againAfterMs(known) !== false ? 0 : Infinity),
    retry: false,
    queryFn: async () => (await import('./own-verdict.ts')).ownVerdict(order, kept?.text ?? ''),
  })
}

/** Keeps the acceptance that came with a purchase, and verifies it at once. */
export function acceptanceArrived(order: OrderView, text: string): void {
  keepAcceptance(order, text, Date.now())
  void queryClient.prefetchQuery(acceptanceQuery(order, acceptanceOf(order.id)))
}

/** The verdict on an order's acceptance; null where this device kept none, or knows nothing yet. */
export function useAcceptanceVerdict(order: OrderView): AcceptanceVerdict | null {
  const kept = acceptanceOf(order.id)
  const { data } = useQuery({
    ...acceptanceQuery(order, kept),
    enabled: kept !== null,
    refetchInterval: ({ state: { data: known } }) => (known === undefined ? false : againAfterMs(known)),
    refetchIntervalInBackground: false,
  })
  return data ?? null
}

function againAfterMs({ state, promiseMs }: AcceptanceVerdict): number | false {
  if (state === 'late') return lateAgainMs
  if (state !== 'promised' || promiseMs === null) return false
  return Math.max(1_000, promiseMs + graceMs - realtime.clock.nowMs() + 500)
}
