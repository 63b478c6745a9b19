import type { Pool } from 'pg'
import type { ContractResult, Direction, VoidReason } from '@candor/formulas'
import type { PlacedItem, SettledItem } from '@candor/proof/encoding'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as market from '../../../database/rows/market.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { PackedRows, together } from './packed-rows.ts'
import type { PackedRow } from './packed-rows.ts'

/** A batch of the ledger by its number, and the time at which all of its entries were booked. */
export interface BatchId {
  readonly stripe: number
  readonly seq: number
  readonly atMs: number
}

/** A batch as the key of a map. */
export function nameOf({ stripe, seq }: Omit<BatchId, 'atMs'>): string {
  return `${stripe}/${seq}`
}

/** One entry of a customer's account, with the batch that booked it. */
export interface CustomerPosting extends BatchId {
  readonly customerId: bigint
  readonly accountId: bigint
  readonly version: number
  readonly ref: bigint | null
  readonly kind: string
  readonly asset: number
  readonly dPosted: bigint
  readonly dHeld: bigint
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

// One look into the index for each batch, whatever the planner believes about a day that it has no statistics of.
const postingsOfBatches = `
  from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as batch (stripe, seq, at_ms)
  cross join lateral (
    select * from ledger.posting
    where posting.stripe = batch.stripe and posting.seq = batch.seq and posting.at_ms = batch.at_ms
    offset 0
  ) as posting`

/** The entries of customers' accounts in these batches. */
export async function readCustomerPostings(
  pool: Pool,
  batches: readonly BatchId[],
): Promise<readonly CustomerPosting[]> {
  if (batches.length === 0) return []
  const { rows } = await pool.query<
    Known<ledger.PostingRow, Exclude<keyof ledger.PostingRow, 'ref'>> & { readonly owner_id: bigint }
  >(
    `select posting.*, balance.owner_id ${postingsOfBatches}
     join ledger.balance on balance.account_id = posting.account_id and balance.owner_id > 0`,
    parameters(batches),
  )
  return rows.map((row) => ({
    stripe: row.stripe,
    seq: Number(row.seq),
    customerId: row.owner_id,
    accountId: row.account_id,
    version: Number(row.version),
    atMs: Number(row.at_ms),
    ref: row.ref,
    kind: row.kind,
    asset: row.asset,
    dPosted: row.d_posted,
    dHeld: row.d_held,
    postedAfter: row.posted_after,
    heldAfter: row.held_after,
  }))
}

/** A numbered list of names: SQL sends the number, 0 for null. */
interface Names<Name extends string> {
  sql(column: string): string
  name(number: number): Name | null
}

function numbered<Name extends string>(...names: readonly Name[]): Names<Name> {
  return {
    sql: (column) =>
      `case ${column} ${names.map((name, index) => `when '${name}' then ${index + 1}`).join(' ')} else 0 end`,
    name: (number) => names[number - 1] ?? null,
  }
}

const directions = numbered<Direction>('up', 'down')
const results = numbered<ContractResult>('won', 'lost', 'tie', 'void')
const voidReasons = numbered<VoidReason>('entry-not-open', 'no-exit-price', 'feed-changed')

/** An order that a batch refers to. What of it is sealed besides depends on the kind of the batch. */
export interface BatchOrder {
  readonly orderId: bigint
  readonly customerId: bigint
}

/** An order as it was accepted. */
export type AcceptedOrderRow = BatchOrder &
  Omit<PlacedItem, keyof InstrumentFacts | 'asset'> & { readonly asset: number }

/** What a placed item says of its instrument and terms, which the order names by their numbers. */
type InstrumentFacts = Pick<PlacedItem, 'symbol' | 'entryWindowSlots' | 'exitWindowSlots' | 'priceDecimals' | 'tieRule'>

/** An order as it was settled; 0 for prices and a slot that it has not. */
export type SettledOrderRow = BatchOrder & Omit<SettledItem, 'voidReason'> & { readonly voidReason: VoidReason | null }

type OrdersByBatch<Row> = Promise<ReadonlyMap<string, readonly Row[]>>

const acceptedColumns = [
  'order_id',
  'customer_id',
  together('instrument_id', directions.sql('direction'), 'asset'),
  'terms_id',
  'stake',
  'fee',
  'profit',
  'accepted_ms',
  'entry_slot',
  'exit_slot',
]

const settledColumns = [
  'order_id',
  'customer_id',
  together(results.sql('result'), voidReasons.sql('void_reason'), 'price_scale'),
  'coalesce(entry_price, 0)',
  'coalesce(exit_price, 0)',
  'coalesce(settled_slot, 0)',
  'net',
  'settled_ms',
]

/** The orders that each of these batches placed, by the batch's name. */
export function readAcceptedOrders(pool: Pool, batches: readonly BatchId[]): OrdersByBatch<AcceptedOrderRow> {
  return readPacked(pool, batches, acceptedColumns, (row) => ({
    orderId: row.bigint(0),
    customerId: row.bigint(1),
    instrumentId: row.high(2),
    direction: known(directions.name(row.middle(2))),
    asset: row.low(2),
    termsId: row.bigint(3),
    stake: row.bigint(4),
    fee: row.bigint(5),
    profit: row.bigint(6),
    acceptedMs: row.number(7),
    entrySlot: row.number(8),
    exitSlot: row.number(9),
  }))
}

/** The orders that each of these batches settled, by the batch's name. */
export function readSettledOrders(pool: Pool, batches: readonly BatchId[]): OrdersByBatch<SettledOrderRow> {
  return readPacked(pool, batches, settledColumns, (row) => ({
    orderId: row.bigint(0),
    customerId: row.bigint(1),
    result: known(results.name(row.high(2))),
    voidReason: voidReasons.name(row.middle(2)),
    scale: row.low(2),
    entryPrice: row.bigint(3),
    exitPrice: row.bigint(4),
    settledSlot: row.number(5),
    net: row.bigint(6),
    settledMs: row.number(7),
  }))
}

/**
 * Reads columns of the orders that customers' entries of these batches refer to. A batch comes as one value, of eight
 * bytes for each column: as rows of text an order takes ten times the processor time here. Its orders are looked up
 * together, which takes half of the time of one look for each entry.
 */
async function readPacked<Row extends BatchOrder>(
  pool: Pool,
  batches: readonly BatchId[],
  columns: readonly string[],
  read: (row: PackedRow) => Row,
): OrdersByBatch<Row> {
  if (batches.length === 0) return new Map()
  const { rows } = await pool.query<{ stripe: number; seq: bigint; lacks_order: boolean; packed: Buffer | null }>(
    `select batch.stripe, batch.seq, packed,
       lacks_ref or found < cardinality(refs) and found < (select count(distinct ref) from unnest(refs) as ref)
         as lacks_order
     from (
       select batch.stripe, batch.seq, coalesce(array_agg(ref) filter (where ref is not null), '{}') as refs,
         -- Without an order only the house's own entries.
         bool_or(ref is null and exists (
           select from ledger.balance where balance.account_id = posting.account_id and balance.owner_id > 0
         )) as lacks_ref
       ${postingsOfBatches}
       group by batch.stripe, batch.seq offset 0
     ) as batch
     cross join lateral (
       select count(*) as found, string_agg(${columns.map((column) => `int8send(${column})`).join(' || ')}, '') as packed
       from contract.contract_order where order_id = any (refs)
     ) as orders`,
    parameters(batches),
  )
  const found = new Map<string, readonly Row[]>()
  for (const { stripe, seq, lacks_order: lacksOrder, packed } of rows) {
    if (lacksOrder) throw new Error('an entry of a batch of orders refers to no order')
    if (packed !== null)
      found.set(nameOf({ stripe, seq: Number(seq) }), new PackedRows(packed, columns.length).map(read))
  }
  return found
}

/** What the items of placed orders say of their terms and instruments. */
export type SealedTerms = Pick<market.InstrumentRow, 'symbol' | 'price_decimals'> &
  Pick<market.TermsRow, 'terms_id' | 'entry_window_slots' | 'exit_window_slots'>

/** Versions of terms by their ids. */
export async function readSealedTerms(pool: Pool, ids: ReadonlySet<bigint>): Promise<ReadonlyMap<bigint, SealedTerms>> {
  if (ids.size === 0) return new Map()
  const { rows } = await pool.query<SealedTerms>(
    `select terms_id, entry_window_slots, exit_window_slots, symbol, price_decimals
     from market.terms join market.instrument using (instrument_id) where terms_id = any ($1::bigint[])`,
    [[...ids]],
  )
  return new Map(rows.map((row) => [row.terms_id, row]))
}

function parameters(batches: readonly BatchId[]): unknown[] {
  return [batches.map(({ stripe }) => stripe), batches.map(({ seq }) => seq), batches.map(({ atMs }) => atMs)]
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('an order of a batch lacks what the batch seals')
  return value
}
