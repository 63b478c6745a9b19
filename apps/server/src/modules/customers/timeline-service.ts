import type { CustomerMoment } from '@candor/api/operator'
import { pageOf } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import type { Database } from '../../platform/transaction.ts'
import { readMoments } from './timeline-store.ts'
import type { TimelinePlace } from './timeline-store.ts'

/** A cursor names the last moment that was shown: two of the same millisecond are told apart. */
const cursorPattern = /^(\d{1,16})-([a-z]+)-(\d{1,19})$/

function placeOf(cursor: string): TimelinePlace | null {
  const [, atMs, kind, id] = cursorPattern.exec(cursor) ?? []
  return atMs === undefined || kind === undefined || id === undefined
    ? null
    : { atMs: BigInt(atMs), kind, id: BigInt(id) }
}

/** A page of what happened to a customer, newest first. A malformed cursor returns an empty page. */
export function readTimeline(
  pool: Database,
  of: { readonly customerId: bigint; readonly kind: CustomerMoment['kind'] | null },
  wanted: PageWanted,
): Promise<Page<CustomerMoment>> {
  return pageOf(wanted, {
    positionOf: placeOf,
    read: (place, limit) => readMoments(pool, of, place, limit),
    cursorOf: ({ atMs, kind, id }) => `${atMs}-${kind}-${id}`,
    viewOf: (moment: CustomerMoment) => moment,
  })
}
