import type { MessageGroup } from '@candor/api'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as message from '../../../database/rows/message.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import { routine } from '../../platform/postgres/routine.ts'
import { amountOf } from '../ledger/index.ts'
import type { AnnouncedWords, InboxKey, InboxRecord } from './messages.ts'

/** The columns of the sources beside one another; null where a message is of another source. */
type InboxRow = Joined<Pick<message.MessageRow, 'kind' | 'subject' | 'details'>> &
  Joined<Pick<market.InstrumentRow, 'symbol' | 'price_decimals'>> &
  Joined<Pick<contract.ContractOrderRow, 'direction' | 'result' | 'asset' | 'net' | 'entry_price' | 'exit_price'>> & {
    readonly rank: number
    readonly id: bigint
    readonly at_ms: bigint
    readonly is_read: boolean
    readonly message_group: MessageGroup
    readonly details: Record<string, unknown> | null
    readonly words: AnnouncedWords | null
  }

/**
 * The sources of an inbox: $1 is the customer. `where` filters by the source's `id` and `at_ms`, `tail` orders and
 * limits.
 */
const announcements = (where: string, tail: string) => `
  select 1 as rank, id, at_ms, exists (
      select from message.read_mark where customer_id = $1 and source = 'announcement' and item_id = id) as is_read,
    'notices' as message_group, null as kind, null as subject, null::jsonb as details, null as symbol, null::smallint as price_decimals,
    null::contract.direction as direction, null::contract.order_result as result, null::smallint as asset, null::bigint as net,
    null::bigint as entry_price, null::bigint as exit_price,
    jsonb_build_object('kind', kind, 'titles', titles, 'texts', texts,
      'link', nullif(concat_ws(':', link_page, link_symbol), '')) as words
  from (select announcement_id as id, from_ms as at_ms, kind, titles, texts, link_page, link_symbol
    from inbox.announcements_of($1)) as a
  where ${where} ${tail}`

const decisions = (where: string, tail: string) => `
  select 2 as rank, id, at_ms, read_ms is not null as is_read, message.group_of(kind) as message_group, kind, subject,
    details, null as symbol,
    null::smallint as price_decimals, null::contract.direction as direction, null::contract.order_result as result, null::smallint as asset,
    null::bigint as net, null::bigint as entry_price, null::bigint as exit_price, null::jsonb as words
  from (select message_id as id, created_ms as at_ms, * from message.message where customer_id = $1) as m
  where ${where} ${tail}`

const orders = (where: string, tail: string) => `
  select 3 as rank, id, at_ms, at_ms <= coalesce((select orders_read_ms from message.reader where customer_id = $1),
    -1) or exists (
      select from message.read_mark where customer_id = $1 and source = 'order' and item_id = id) as is_read,
    'orders' as message_group, null as kind, null as subject, null::jsonb as details, i.symbol,
    i.price_decimals + o.price_scale as price_decimals, o.direction, o.result,
    o.asset, o.net, o.entry_price, o.exit_price, null::jsonb as words
  from (
    select * from (select order_id as id, settled_ms as at_ms, * from contract.contract_order where customer_id = $1
      and state = 'closed') as closed
    where ${where} ${tail}
  ) as o join market.instrument as i using (instrument_id)`

function recordOf(row: InboxRow): InboxRecord {
  const common = { id: row.id, atMs: Number(row.at_ms), isRead: row.is_read, group: row.message_group }
  if (row.words !== null) return { ...common, source: 'announcement', words: row.words }
  if (row.kind !== null && row.subject !== null && row.details !== null)
    return { ...common, source: 'decision', kind: row.kind, subject: row.subject, details: row.details }
  const { symbol, price_decimals: priceDecimals, direction, result, asset, net } = row
  if (
    symbol === null ||
    priceDecimals === null ||
    direction === null ||
    result === null ||
    asset === null ||
    net === null
  )
    throw new Error(`the inbox has something of no source: ${row.rank}, ${row.id}`)
  return {
    ...common,
    source: 'order',
    order: {
      symbol,
      priceDecimals,
      direction,
      result,
      net: amountOf(asset, net),
      entryPrice: row.entry_price,
      exitPrice: row.exit_price,
    },
  }
}

/**
 * Up to `limit` messages after a position (null: from the newest), newest first. Messages of the same time are ordered
 * by rank and id.
 */
export async function readInbox(
  pool: Pool,
  wanted: { customerId: bigint; group: MessageGroup | null; after: InboxKey | null; limit: number },
): Promise<InboxRecord[]> {
  const { after } = wanted
  // The first comparison can use an index on the time.
  const older = (rank: number) => `at_ms <= $2 and (at_ms, ${rank}, id) < ($2::bigint, $3::integer, $4::bigint)`
  const tail = 'order by at_ms desc, id desc limit $5'
  const { rows } = await pool.query<InboxRow>(
    `(${announcements(`${older(1)} and coalesce($6, 'notices') = 'notices'`, tail)})
     union all (${decisions(`${older(2)} and message.group_of(kind) = coalesce($6, message.group_of(kind))`, tail)})
     union all (${orders(`${older(3)} and coalesce($6, 'orders') = 'orders'`, tail)})
     order by at_ms desc, rank desc, id desc limit $5`,
    [
      wanted.customerId,
      after?.atMs ?? Number.MAX_SAFE_INTEGER,
      after?.rank ?? 0,
      after?.id ?? 0,
      wanted.limit,
      wanted.group,
    ],
  )
  return rows.map(recordOf)
}

/** One message of a customer, or null. */
export async function findInInbox(
  pool: Pool,
  customerId: bigint,
  { source, id }: Pick<InboxRecord, 'source' | 'id'>,
): Promise<InboxRecord | null> {
  const select = { announcement: announcements, decision: decisions, order: orders }[source]
  const { rows } = await pool.query<InboxRow>(select('id = $2', ''), [customerId, id])
  return rows[0] === undefined ? null : recordOf(rows[0])
}

/** Marks one message as read; does nothing for another customer's. */
export async function markRead(
  pool: Pool,
  customerId: bigint,
  { source, id }: Pick<InboxRecord, 'source' | 'id'>,
): Promise<void> {
  await pool.query('select inbox.mark_read($1, $2, $3)', [customerId, source, id])
}

/** Marks all messages as read. */
export async function markAllRead(pool: Pool, customerId: bigint): Promise<void> {
  await pool.query('select inbox.mark_all_read($1)', [customerId])
}

/** How many are unread, at most `most`. */
export const countUnread = routine<[customerId: bigint, most: number], number>('inbox.unread_count')
