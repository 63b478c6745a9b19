import type { OrderView } from '@candor/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/index.ts'
import { realtime } from '../../api/realtime/index.ts'
import { graceMs } from './acceptance-verdict.ts'
import type { AcceptanceVerdict } from './acceptance-verdict.ts'
import { acceptanceOf, keepAcceptance } from './kept-acceptances.ts'
import type { KeptAcceptance } from './kept-acceptances.ts'
import { keyFileQuery } from './key-file-query.ts'
import { knownKeys } from './known-keys.ts'
import { publicFile } from './public-files.ts'

/** How often the log is read again while it lacks a promised batch. */
const lateAgainMs = 10_000

/** What became of the acceptance that this device kept of an order. What verifies loads with the first acceptance. */
function acceptanceQuery(order: OrderView, kept: KeptAcceptance | null) {
  return queryOptions<AcceptanceVerdict>({
    queryKey: ['acceptance', order.id, kept?.text ?? null],
    staleTime: ({ state: { data: known } }) => (known === undefined || againAfterMs(known) !== false ? 0 : Infinity),
    retry: false,
    queryFn: () => verdictOf(order, kept?.text ?? ''),
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

async function verdictOf(order: OrderView, text: string): Promise<AcceptanceVerdict> {
  const [{ judgeAcceptance }, { ownKeys }, keyFile] = await Promise.all([
    import('./judge-acceptance.ts'),
    import('./own-keys.ts'),
    queryClient.fetchQuery(keyFileQuery),
  ])
  const keys = keyFile === null ? null : await ownKeys(keyFile)
  if (keys === null) return { state: 'unknown', promiseMs: null, reason: 'The server publishes no keys.' }
  const nowMs = Math.max(Date.now(), realtime.clock.nowMs())
  const readLog = (path: string) => publicFile(`/log/${path}`)
  const verdict = await judgeAcceptance({ order, text, trusted: keys.trusted, nowMs, readLog })
  if (verdict.state !== 'unknown' && verdict.state !== 'invalid') knownKeys.set(keys.remembered)
  return verdict
}
