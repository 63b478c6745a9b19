import type { Pool } from 'pg'
import type { ContractResult, Direction, VoidReason } from '@candor/formulas'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as market from '../../../database/rows/market.ts'
import type { Known } from '../../platform/postgres/columns.ts'

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
  name(number: bigint | undefined): Name | null
}

function numbered<Name extends string>(...names: readonly Name[]): Names<Name> {
  return {
    sql: (column) =>
      `case ${column} ${names.map((name, index) => `when '${name}' then ${index + 1}`).join(' ')} else 0 end`,
    name: (number) => names[Number(number) - 1] ?? null,
  }
}

const directions = numbered<Direction>('up', 'down')
const results = numbered<ContractResult>('won', 'lost', 'tie', 'void')
const voidReasons = numbered<VoidReason>('entry-not-open', 'no-exit-price', 'feed-changed')

/** An order that a batch refers to. What of it is sealed besides depends on the kind of the batch. */
export interface BatchOrder {
  readonly orderId: bigint
  readonly customerId: bigint
  readonly accountId: bigint
}

/** An order as it was accepted. */
export interface AcceptedOrderRow extends BatchOrder {
  readonly instrumentId: number
  readonly termsId: bigint
  readonly direction: Direction
  readonly asset: number
  readonly stake: bigint
  readonly fee: bigint
  readonly profit: bigint
  readonly acceptedMs: number
  readonly entrySlot: number
  readonly exitSlot: number
}

/** An order as it was settled; 0 for prices and a slot that it has not. */
export interface SettledOrderRow extends BatchOrder {
  readonly result: ContractResult
  readonly voidReason: VoidReason | null
  readonly entryPrice: bigint
  readonly exitPrice: bigint
  readonly scale: number
  readonly settledSlot: number
  readonly net: bigint
  readonly settledMs: number
}

const idColumns = ['order_id', 'contract_order.customer_id', 'contract_order.account_id']

const acceptedColumns = [
  ...idColumns,
  'instrument_id',
  'terms_id',
  directions.sql('direction'),
  'contract_order.asset',
  'stake',
  'fee',
  'profit',
  'accepted_ms',
  'entry_slot',
  'exit_slot',
]

const settledColumns = [
  ...idColumns,
  results.sql('result'),
  voidReasons.sql('void_reason'),
  'coalesce(entry_price, 0)',
  'coalesce(exit_price, 0)',
  'price_scale',
  'coalesce(settled_slot, 0)',
  'net',
  'settled_ms',
]

/** The orders that each of these batches placed, by the batch's name. */
export function readAcceptedOrders(
  pool: Pool,
  batches: readonly BatchId[],
): Promise<ReadonlyMap<string, readonly AcceptedOrderRow[]>> {
  return readPacked(pool, batches, acceptedColumns, (cell) => ({
    orderId: cell(0),
    customerId: cell(1),
    accountId: cell(2),
    instrumentId: Number(cell(3)),
    termsId: cell(4),
    direction: known(directions.name(cell(5))),
    asset: Number(cell(6)),
    stake: cell(7),
    fee: cell(8),
    profit: cell(9),
    acceptedMs: Number(cell(10)),
    entrySlot: Number(cell(11)),
    exitSlot: Number(cell(12)),
  }))
}

/** The orders that each of these batches settled, by the batch's name. */
export function readSettledOrders(
  pool: Pool,
  batches: readonly BatchId[],
): Promise<ReadonlyMap<string, readonly SettledOrderRow[]>> {
  return readPacked(pool, batches, settledColumns, (cell) => ({
    orderId: cell(0),
    customerId: cell(1),
    accountId: cell(2),
    result: known(results.name(cell(3))),
    voidReason: voidReasons.name(cell(4)),
    entryPrice: cell(5),
    exitPrice: cell(6),
    scale: Number(cell(7)),
    settledSlot: Number(cell(8)),
    net: cell(9),
    settledMs: Number(cell(10)),
  }))
}

/** A column of a packed row by its number. */
type Cell = (column: number) => bigint

const cellBytes = 8

/**
 * Reads columns of the orders that customers' entries of these batches refer to. A batch comes as one value, of eight
 * bytes for each column: as rows of text an order takes ten times the processor time here.
 */
async function readPacked<Row extends BatchOrder>(
  pool: Pool,
  batches: readonly BatchId[],
  columns: readonly string[],
  read: (cell: Cell) => Row,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (batches.length === 0) return new Map()
  const { rows } = await pool.query<{ stripe: number; seq: bigint; count: bigint; packed: Buffer | null }>(
    `select batch.stripe, batch.seq, count(*) as count,
       string_agg(${columns.map((column) => `int8send(${column})`).join(' || ')}, '') as packed
     ${postingsOfBatches}
     left join lateral (
       select * from contract.contract_order where order_id = posting.ref offset 0
     ) as contract_order on true
     -- Without an order only the house's own entries.
     where order_id is not null or exists (
       select from ledger.balance where balance.account_id = posting.account_id and balance.owner_id > 0)
     group by batch.stripe, batch.seq`,
    parameters(batches),
  )
  return new Map(
    rows.map(({ stripe, seq, count, packed }) => {
      const bytes = packed ?? new Uint8Array(0)
      const rowBytes = columns.length * cellBytes
      if (bytes.length !== Number(count) * rowBytes) throw new Error('an entry of a batch of orders refers to no order')
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      const orders = Array.from({ length: Number(count) }, (_, index) =>
        read((column) => view.getBigInt64(index * rowBytes + column * cellBytes)),
      )
      return [nameOf({ stripe, seq: Number(seq) }), orders] as const
    }),
  )
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
