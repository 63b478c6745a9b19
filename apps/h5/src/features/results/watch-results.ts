import { contractOrders } from '@candor/api'
import type { OrderView } from '@candor/api'
import { storedValue } from '@candor/client'
import { callQuietly } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { resultsSince } from './results-model.ts'
import type { FreshResults } from './results-model.ts'
import { takeUntold } from './told-store.ts'

/** More results than these are “20+”. */
const readOrders = 20

/** Server time of the last look at results; it ends with the login, and the first look of a login finds none. */
const since = storedValue<string>({
  key: 'candor.own.results-since',
  parse: (text) => (/^\d{1,16}$/.test(text) ? text : null),
  fallback: '',
})

/**
 * Reports results of own contracts: as they come, and those that came while the app was away. A tab in the background
 * leaves them to the one in front. Each is reported once on this device. Returns a function that stops it.
 */
export function watchResults(onResults: (results: FreshResults) => void): () => void {
  let isOver = false
  const isInFront = () => document.visibilityState === 'visible' && !isOver
  const report = async (orders: readonly OrderView[], hasMore: boolean) => {
    const untold = await takeUntold(
      orders.map(({ id }) => id),
      realtime.clock.nowMs(),
    )
    const fresh = orders.filter(({ id }) => untold.has(id))
    if (!isOver && fresh.length > 0) onResults({ orders: fresh, hasMore: hasMore && fresh.length === orders.length })
  }
  const catchUp = async () => {
    if (!isInFront()) return
    if (since.get() === '') since.set(String(Math.floor(realtime.clock.nowMs())))
    const answer = await callQuietly(contractOrders, { state: 'closed', limit: readOrders })
    if (!answer.ok || !isInFront() || answer.value.items.length === 0) return
    const { ended, nextSinceMs } = resultsSince(answer.value.items, Number(since.get()))
    since.set(String(Math.floor(nextSinceMs)))
    if (ended.length > 0) await report(ended, ended.length === readOrders && answer.value.nextCursor !== null)
  }
  const lookAgain = () => void catchUp()
  const stops = [
    realtime.onReconnect(lookAgain),
    realtime.onAccountEvent((event) => {
      if (event.type === 'order' && event.order.state === 'closed' && isInFront()) void report([event.order], false)
    }),
  ]
  document.addEventListener('visibilitychange', lookAgain)
  lookAgain()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', lookAgain)
    for (const stop of stops) stop()
  }
}
