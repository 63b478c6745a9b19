import { languageOf } from '@candor/api'
import type { PushKind } from '@candor/api'
import type { AnnouncementView } from '@candor/api/operator'
import type * as contract from '../../../database/rows/contract.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as message from '../../../database/rows/message.ts'
import type * as push from '../../../database/rows/push.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { amountOf } from '../ledger/index.ts'
import { kindsByPrefix } from './push-note.ts'
import type { PushItem, PushReader } from './push-note.ts'
import type { PushTarget } from './push-sender.ts'

/** How long after its time an event may become visible: a settlement takes its time shortly before its commit. */
const inFlightMs = 60_000
/** Older events are not worth a notification; the inbox has them. */
const longestAgeMs = 3_600_000

/** How long, in milliseconds, a push service keeps a notification for a phone that is off. */
export const keptMs = longestAgeMs

const settlement: PushKind = 'settlement'
const announcement: PushKind = 'announcement'
const otherMessages: PushKind = 'message'

/**
 * Finds new events for subscribed devices, each event once per device, and returns their number. One process polls at a
 * time, and the next poll starts where this one ended: a crash loses nothing.
 */
export async function findDeliveries(transaction: Transaction): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'find-deliveries',
    text: `with progress as (select greatest(least(seen_ms, clock.now_ms()) - $1, clock.now_ms() - $2) as from_ms
      from push.progress for update),
     told as (
       select s.* from push.subscription as s join identity.session as i using (session_id) where i.revoked_ms is null
     ), found as (
       select t.session_id, 'order' as source, o.order_id as item_id, o.settled_ms as happened_ms
       from progress, told as t join contract.contract_order as o on o.customer_id = t.customer_id
         and o.state = 'closed'
       where o.settled_ms > progress.from_ms and o.settled_ms > t.created_ms and $3 = any(t.kinds)
       union all
       select t.session_id, 'decision', m.message_id, m.created_ms
       from progress, message.message as m join told as t using (customer_id)
       where m.created_ms > progress.from_ms and m.created_ms > t.created_ms
         and coalesce($4::jsonb ->> split_part(m.kind, '-', 1), $5) = any(t.kinds)
       union all
       select t.session_id, 'announcement', a.announcement_id, a.from_ms
       from progress, operator.announcement as a, told as t
       where a.from_ms between progress.from_ms and clock.now_ms() and a.from_ms > t.created_ms and a.ended_ms is null
         and $6 = any(t.kinds)
         and (a.audience = 'everyone' or inbox.is_addressed(a.audience, a.from_ms, t.customer_id))
     )
     insert into push.delivery (session_id, source, item_id, state, due_ms, happened_ms)
     select session_id, source, item_id, 'waiting', happened_ms, happened_ms from found on conflict do nothing`,
    values: [inFlightMs, longestAgeMs, settlement, JSON.stringify(kindsByPrefix), otherMessages, announcement],
  })
  await transaction.query('update push.progress set seen_ms = clock.now_ms()')
  return rowCount ?? 0
}

/** Something to send now. */
export interface Delivery {
  readonly sessionId: bigint
  readonly attempts: number
  readonly target: PushTarget
  readonly reader: PushReader
  readonly item: PushItem
}

type DeliveryRow = Pick<push.DeliveryRow, 'session_id' | 'attempts' | 'source' | 'item_id' | 'happened_ms'> &
  Pick<push.SubscriptionRow, 'endpoint' | 'p256dh' | 'auth' | 'shows_amounts' | 'lang'> &
  Joined<Pick<market.InstrumentRow, 'name'>> &
  Joined<Pick<contract.ContractOrderRow, 'net' | 'asset'>> &
  Joined<Pick<message.MessageRow, 'details' | 'kind'>> & {
    readonly details: Record<string, unknown> | null
    readonly titles: AnnouncementView['titles']
    readonly texts: AnnouncementView['texts'] | null
  }

/**
 * Claims due deliveries for this process, oldest first. Deliveries claimed by a process that dies are never sent again:
 * they may have been sent.
 */
export async function takeDue(pool: Database, limit: number): Promise<Delivery[]> {
  const { rows } = await pool.query<DeliveryRow>({
    name: 'take-due',
    text: `with taken as (
       update push.delivery as d set state = 'sending', attempts = attempts + 1
       from (
         select session_id, source, item_id from push.delivery
         where state = 'waiting' and due_ms <= clock.now_ms() order by due_ms limit $1 for update skip locked
       ) as due
       where (d.session_id, d.source, d.item_id) = (due.session_id, due.source, due.item_id)
       returning d.*
     )
     select t.session_id, t.attempts, s.endpoint, s.p256dh, s.auth, s.shows_amounts, s.lang, t.source, t.item_id,
       t.happened_ms,
       i.name, o.asset, o.net, m.kind, m.details, a.titles, a.texts
     from taken as t
     join push.subscription as s using (session_id)
     join identity.session as sign_in on sign_in.session_id = t.session_id and sign_in.revoked_ms is null
     left join contract.contract_order as o on t.source = 'order' and o.order_id = t.item_id
     left join market.instrument as i using (instrument_id)
     left join message.message as m on t.source = 'decision' and m.message_id = t.item_id
     left join operator.announcement as a on t.source = 'announcement' and a.announcement_id = t.item_id`,
    values: [limit],
  })
  return rows.map((row) => ({
    sessionId: row.session_id,
    attempts: row.attempts,
    target: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    reader: { lang: languageOf(row.lang), showsAmounts: row.shows_amounts },
    item: itemOf(row),
  }))
}

function itemOf(row: DeliveryRow): PushItem {
  const common = { id: row.item_id, atMs: Number(row.happened_ms) }
  if (row.texts !== null) return { ...common, source: 'announcement', titles: row.titles, texts: row.texts }
  if (row.kind !== null && row.details !== null)
    return { ...common, source: 'decision', kind: row.kind, details: row.details }
  if (row.name !== null && row.asset !== null && row.net !== null)
    return { ...common, source: 'order', name: row.name, net: amountOf(row.asset, row.net) }
  throw new Error(`no notification can be made for ${row.source} ${row.item_id}`)
}

/** Names one delivery. */
export type DeliveryKey = Pick<Delivery, 'sessionId' | 'item'>

/** Ends a delivery. */
export async function endDelivery(
  pool: Database,
  { sessionId, item }: DeliveryKey,
  state: 'sent' | 'given-up',
): Promise<void> {
  await pool.query('update push.delivery set state = $4 where session_id = $1 and source = $2 and item_id = $3', [
    sessionId,
    item.source,
    item.id,
    state,
  ])
}

/** Tries a delivery again after a while. */
export async function delayDelivery(pool: Database, { sessionId, item }: DeliveryKey, afterMs: number): Promise<void> {
  await pool.query(
    `update push.delivery set state = 'waiting', due_ms = clock.now_ms() + $4 where session_id = $1 and source = $2
      and item_id = $3`,
    [sessionId, item.source, item.id, Math.round(afterMs)],
  )
}

/** Deletes deliveries that no poll can find again. */
export async function forgetDeliveries(pool: Database): Promise<void> {
  await pool.query('delete from push.delivery where happened_ms < clock.now_ms() - $1', [2 * longestAgeMs])
}
