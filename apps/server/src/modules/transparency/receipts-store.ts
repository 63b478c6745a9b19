import type { ReceiptKind } from '@candor/api'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as transparency from '../../../database/rows/transparency.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { LogName } from './log-names.ts'
import type { StoredBatch } from './stored-batch.ts'
import type { StoredCosigned } from './witness-store.ts'

/** The batch that accepted an order; null for no order. */
export async function readPlacing(
  pool: Pool,
  orderId: bigint,
): Promise<{ readonly stripe: number; readonly seq: number; readonly acceptedMs: number } | null> {
  const { rows } = await pool.query<Pick<contract.ContractOrderRow, 'stripe' | 'placed_seq' | 'accepted_ms'>>(
    'select stripe, placed_seq, accepted_ms from contract.contract_order where order_id = $1',
    [orderId],
  )
  const [row] = rows
  return row === undefined
    ? null
    : { stripe: row.stripe, seq: Number(row.placed_seq), acceptedMs: Number(row.accepted_ms) }
}

/** An order as far as its receipt is about it. */
export interface ProvenOrder {
  readonly orderId: bigint
  readonly instrumentId: number
  readonly entrySlot: number
  readonly exitSlot: number
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
  readonly genesisMs: number
  readonly placed: StoredBatch
  /** Null while the order is open. */
  readonly settled: StoredBatch | null
}

/** An order of a customer; null for any other. */
export async function readProvenOrder(pool: Pool, customerId: bigint, orderId: bigint): Promise<ProvenOrder | null> {
  const { rows } = await pool.query<
    Pick<
      contract.ContractOrderRow,
      | 'instrument_id'
      | 'entry_slot'
      | 'exit_slot'
      | 'stripe'
      | 'placed_seq'
      | 'accepted_ms'
      | 'settled_seq'
      | 'settled_ms'
    > &
      Pick<market.TermsRow, 'entry_window_slots' | 'exit_window_slots'> &
      Pick<market.ClockRow, 'genesis_ms'>
  >(
    `select o.instrument_id, entry_slot, exit_slot, stripe, placed_seq, accepted_ms, settled_seq, settled_ms,
       entry_window_slots, exit_window_slots, genesis_ms
     from contract.contract_order as o join market.terms using (terms_id) cross join market.clock
     where order_id = $1 and customer_id = $2`,
    [orderId, customerId],
  )
  const [row] = rows
  if (row === undefined) return null
  const [settledSeq, settledMs] = [numberOrNull(row.settled_seq), numberOrNull(row.settled_ms)]
  return {
    orderId,
    instrumentId: row.instrument_id,
    entrySlot: Number(row.entry_slot),
    exitSlot: Number(row.exit_slot),
    entryWindowSlots: row.entry_window_slots,
    exitWindowSlots: row.exit_window_slots,
    genesisMs: Number(row.genesis_ms),
    placed: {
      stripe: row.stripe,
      seq: Number(row.placed_seq),
      kind: 'contract-placed',
      atMs: Number(row.accepted_ms),
    },
    settled:
      settledSeq === null || settledMs === null
        ? null
        : { stripe: row.stripe, seq: settledSeq, kind: 'contract-settled', atMs: settledMs },
  }
}

/** Where the log of events has a batch. */
export interface BatchLeaf {
  readonly shard: string
  readonly leaf: number
  readonly entry: Uint8Array
}

/** The leaf of a batch; null while the sealer has not found it. */
export async function readBatchLeaf(
  pool: Pool,
  { stripe, seq }: Pick<StoredBatch, 'stripe' | 'seq'>,
): Promise<BatchLeaf | null> {
  const { rows } = await pool.query<transparency.EventRow>(
    `select shard, leaf_index, entry from transparency.leaf_of_batch join transparency.event using (shard, leaf_index)
     where stripe = $1 and seq = $2`,
    [stripe, seq],
  )
  const [row] = rows
  return row === undefined
    ? null
    : { shard: row.shard, leaf: Number(row.leaf_index), entry: Uint8Array.from(row.entry) }
}

/** A signed head. */
export interface SignedHead {
  readonly size: number
  readonly note: string
}

/** The kept checkpoints that a caller wants: of a shard, with at least so many leaves, at most so many of them. */
interface KeptWanted {
  readonly log: LogName
  readonly shard: string
  readonly leastSize: number
  readonly most: number
}

/** The oldest kept checkpoints of a shard with at least so many leaves. */
export async function readKeptCheckpoints(
  pool: Pool,
  { log, shard, leastSize, most }: KeptWanted,
): Promise<readonly SignedHead[]> {
  const { rows } = await pool.query<Pick<transparency.KeptCheckpointRow, 'size' | 'note'>>(
    `select size, note from transparency.kept_checkpoint where name = $1 and shard = $2 and size >= $3
     order by size limit $4`,
    [log, shard, leastSize, most],
  )
  return rows.map(({ size, note }) => ({ size: Number(size), note }))
}

/** The oldest kept cosigned checkpoints of a shard with at least so many leaves. */
export async function readKeptCosigned(
  pool: Pool,
  { log, shard, leastSize, most }: KeptWanted,
): Promise<readonly StoredCosigned[]> {
  const { rows } = await pool.query<{ size: bigint; note: string; lines: string[] }>(
    `select size, note, lines from transparency.kept_cosigned where name = $1 and shard = $2 and size >= $3
     order by size limit $4`,
    [log, shard, leastSize, most],
  )
  return rows.map(({ size, note, lines }) => ({ size: Number(size), note, lines }))
}

/** The records that a customer has, with when they began. */
const recordsOf: Readonly<Record<ReceiptKind, string>> = {
  withdrawal: 'select created_ms from withdrawal.withdrawal where withdrawal_id = $1 and customer_id = $2',
  swap: 'select at_ms as created_ms from swap.swap where swap_id = $1 and customer_id = $2',
  sale: 'select created_ms from floor.sale where sale_id = $1 and customer_id = $2',
  term: 'select start_ms as created_ms from interest.interest_order where order_id = $1 and customer_id = $2',
  recharge: 'select created_ms from deposit.deposit where deposit_id = $1 and customer_id = $2',
}

/** The movements that name each kind of record. */
const movementsOf: Readonly<Record<ReceiptKind, readonly ledger.Movement[]>> = {
  withdrawal: ['withdrawal-held', 'withdrawal-released', 'withdrawal-completed'],
  swap: ['swap'],
  sale: ['sale-escrowed', 'sale-completed', 'sale-lapsed'],
  term: ['term-opened', 'term-matured', 'term-redeemed', 'interest-paid'],
  recharge: ['deposit', 'deposit-suspended'],
}

/** One ledger entry of a customer, with the batch that booked it. */
export interface ProvenMovement {
  readonly accountId: bigint
  readonly version: number
  readonly movement: ledger.Movement
  readonly asset: number
  readonly batch: StoredBatch
}

/** The clocks of two processes: an entry may be dated a little before its record. */
const clockSlackMs = 60_000

/** The ledger entries of a customer that name a record of theirs, oldest first; null for no such record. */
export async function readMovements(
  pool: Pool,
  { customerId, kind, id }: { readonly customerId: bigint; readonly kind: ReceiptKind; readonly id: bigint },
): Promise<readonly ProvenMovement[] | null> {
  const { rows: records } = await pool.query<{ created_ms: bigint }>(recordsOf[kind], [id, customerId])
  const [record] = records
  if (record === undefined) return null
  // The index of an account's entries leaves out those of orders, which the query therefore names.
  const { rows } = await pool.query<
    Pick<ledger.EntryRow, 'account_id' | 'version' | 'kind' | 'asset' | 'stripe' | 'seq' | 'at_ms'> & {
      readonly batch_kind: ledger.Movement
    }
  >(
    `select posting.account_id, posting.version, posting.kind, posting.asset, posting.stripe, posting.seq,
       posting.at_ms, link.kind as batch_kind
     from ledger.balance
     join ledger.posting using (account_id)
     join ledger.link on link.stripe = posting.stripe and link.seq = posting.seq
     where owner_id = $1 and posting.ref = $2 and posting.kind = any ($3::ledger.movement[]) and posting.at_ms >= $4
       and posting.kind not in ('contract-placed', 'contract-settled', 'contract-won', 'contract-lost')
     order by posting.at_ms, posting.stripe, posting.seq, posting.account_id`,
    [customerId, id, movementsOf[kind], record.created_ms - BigInt(clockSlackMs)],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    version: Number(row.version),
    movement: row.kind,
    asset: row.asset,
    batch: { stripe: row.stripe, seq: Number(row.seq), kind: row.batch_kind, atMs: Number(row.at_ms) },
  }))
}

/** Every key that was announced, of the logs and of acceptances, oldest first. */
export async function readAnnouncedKeys(
  pool: Pool,
): Promise<readonly Pick<transparency.KeyChangeRow, 'name' | 'vkey'>[]> {
  const { rows } = await pool.query<Pick<transparency.KeyChangeRow, 'name' | 'vkey'>>(
    'select name, vkey from transparency.key_change order by change_id',
  )
  return rows
}

/** An announced key, and where the log of events has its entry. */
interface KeyAnnouncement {
  readonly log: transparency.KeyChangeRow['name']
  readonly vkey: string
  readonly fromMs: number
  readonly shard: string
  readonly index: number
}

/** The keys that the log of events announces, oldest first. */
export async function readAnnouncements(pool: Pool): Promise<readonly KeyAnnouncement[]> {
  const { rows } = await pool.query<
    Pick<transparency.KeyChangeRow, 'name' | 'vkey' | 'from_ms'> &
      Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'>
  >(
    `select name, vkey, from_ms, shard, leaf_index
     from transparency.key_change join transparency.leaf_of_record on kind = 'key' and record_id = change_id
     order by change_id`,
  )
  return rows.map((row) => ({
    log: row.name,
    vkey: row.vkey,
    fromMs: Number(row.from_ms),
    shard: row.shard,
    index: Number(row.leaf_index),
  }))
}

/** The entries that say that a shard was opened. */
export async function readShardEntries(pool: Pool): Promise<readonly Uint8Array[]> {
  const { rows } = await pool.query<Pick<transparency.EventRow, 'entry'>>(
    `select entry from transparency.leaf_of_record join transparency.event using (shard, leaf_index)
     where kind = 'shard' order by record_id`,
  )
  return rows.map(({ entry }) => Uint8Array.from(entry))
}
