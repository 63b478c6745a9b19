import type { OrderView } from '@candor/api'

/** The chip: the newest result with the number of further ones, or only how many contracts ended meanwhile. */
export type ShownResults =
  | { readonly kind: 'one'; readonly order: OrderView; readonly further: number }
  | { readonly kind: 'many'; readonly count: number; readonly hasMore: boolean }

/** Results to show: one as it came, or those that came while the app was away. */
export interface FreshResults {
  /** Newest first. */
  readonly orders: readonly OrderView[]
  /** Whether there are more than these, which were not read. */
  readonly hasMore: boolean
}

/** What the chip shows after further results: the newest, and those before it as a number. */
export function withResults(shown: ShownResults | null, { orders, hasMore }: FreshResults): ShownResults | null {
  const [newest, ...others] = orders
  if (newest === undefined) return shown
  if (others.length > 0 || hasMore) return { kind: 'many', count: countOf(shown) + orders.length, hasMore }
  return { kind: 'one', order: newest, further: countOf(shown) }
}

function countOf(shown: ShownResults | null): number {
  if (shown === null) return 0
  return shown.kind === 'one' ? shown.further + 1 : shown.count
}

/** Results are read again from here on: one that is stored a little late may be older than the newest. */
const overlapMs = 60_000

/** The closed orders that settled since the last look, and the time to look from next. */
export function resultsSince(orders: readonly OrderView[], sinceMs: number) {
  const settledMs = (order: OrderView) => order.settledAtMs ?? order.exitAtMs
  const newestMs = Math.max(...orders.map(settledMs))
  return {
    ended: orders.filter((order) => settledMs(order) > sinceMs),
    nextSinceMs: Math.max(sinceMs, newestMs - overlapMs),
  }
}
