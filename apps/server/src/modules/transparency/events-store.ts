import type { Pool } from 'pg'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as solvency from '../../../database/rows/solvency.ts'
import type * as transparency from '../../../database/rows/transparency.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import { placedKind } from './batch-items.ts'
import { nameOf } from './batch-store.ts'
import type { BatchId } from './batch-store.ts'
import { unsealedDays, unsealedRules } from './conduct-events-store.ts'

/** The statements that read records which are not in the log; `$1` is the most that are read at once. */
const unsealed = {
  shards: `select shard_id, name, shard, first_slot, vkey from transparency.log
    where not exists (select from transparency.leaf_of_record where kind = 'shard' and record_id = shard_id)
    order by shard_id`,
  keys: `select * from transparency.key_change
    where not exists (select from transparency.leaf_of_record where kind = 'key' and record_id = change_id)
    order by change_id`,
  snapshots: `select snapshot_id, event from solvency.snapshot where logged_index is null order by snapshot_id`,
  seeds: `select day, commitment, stored.seed
    from market.seed_commitment
    cross join lateral (values (null::bytea, 'seed'), (seed_commitment.seed, 'revealed')) as stored (seed, kind)
    where (stored.kind = 'seed' or stored.seed is not null) and not exists (
      select from transparency.leaf_of_record as leaf where leaf.kind = stored.kind and leaf.record_id = day)
    order by stored.kind = 'revealed', day limit $1`,
  terms: `select terms.*, symbol from market.terms join market.instrument using (instrument_id)
    where not exists (select from transparency.leaf_of_record where kind = 'terms' and record_id = terms_id)
    order by terms_id limit $1`,
  halts: `select halt_id, instrument_id, is_lift, at_ms
    from market.halt
    cross join lateral (values (false, halted_ms), (true, lifted_ms)) as change (is_lift, at_ms)
    where at_ms is not null and not exists (
      select from transparency.leaf_of_record
      where kind = case when is_lift then 'lift' else 'halt' end and record_id = halt_id)
    order by at_ms, halt_id, is_lift limit $1`,
  audit: `select seq, at_ms, hash from (select seq, at_ms, hash from audit.entry order by seq desc limit 1) as newest
    where not exists (select from transparency.leaf_of_record where kind = 'audit' and record_id = seq)`,
}

/** A new entry of the log of events, and the record that it is of. */
export interface NewEvent {
  readonly entry: Uint8Array
  readonly batch?: { readonly stripe: number; readonly seq: number }
  readonly record?: {
    readonly kind: transparency.LeafOfRecordRow['kind']
    readonly id: bigint
  }
}

/** Where a sealer appends entries. */
export interface EventsTarget {
  readonly fence: bigint
  readonly shard: string
  readonly firstIndex: number
}

/** Appends entries from an index on. False where another sealer has begun. */
export async function appendEvents(pool: Pool, at: EventsTarget, events: readonly NewEvent[]): Promise<boolean> {
  return callRoutine<boolean>(
    pool,
    'transparency.append_events',
    at.fence,
    at.shard,
    at.firstIndex,
    events.map(({ entry }) => Buffer.from(entry)),
    events.map(({ batch }) => batch?.stripe ?? null),
    events.map(({ batch }) => batch?.seq ?? null),
    events.map(({ record }) => record?.kind ?? null),
    events.map(({ record }) => record?.id ?? null),
  )
}

/** The number of entries that a shard has. */
export async function countEvents(pool: Pool, shard: string): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>({
    name: 'count-events',
    text: 'select coalesce(max(leaf_index) + 1, 0) as count from transparency.event where shard = $1',
    values: [shard],
  })
  return Number(rows[0]?.count ?? 0n)
}

export async function readEvents(
  pool: Pool,
  shard: string,
  from: number,
  most: number,
): Promise<readonly Uint8Array[]> {
  const { rows } = await pool.query<{ entry: Buffer }>({
    name: 'read-events',
    text: `select entry from transparency.event where shard = $1 and leaf_index >= $2 and leaf_index < $2::bigint + $3::bigint
     order by leaf_index`,
    values: [shard, from, most],
  })
  return rows.map(({ entry }) => Uint8Array.from(entry))
}

/** The time of the books, by which a shard ends. */
export async function readNowMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now_ms: bigint }>({ name: 'now-ms', text: 'select clock.now_ms() as now_ms' })
  return Number(rows[0]?.now_ms ?? 0n)
}

/** Where a shard lies in the log of events of one of several cells. */
export interface ShardOfCell {
  readonly cell: number
  /** The number of entries in the shards before. */
  readonly before: number
}

/** Where a shard lies in the log of its cell; null where this is the only one. Shards before it are whole. */
export async function readShardOfCell(pool: Pool, shard: string): Promise<ShardOfCell | null> {
  const { rows } = await pool.query<{ cell: number; before: bigint }>({
    name: 'shard-of-cell',
    text: `select cell, (select coalesce(sum(size), 0)::bigint from transparency.log
         where name = 'events' and shard < $1) as before
       from cell.self`,
    values: [shard],
  })
  const [row] = rows
  return row === undefined ? null : { cell: row.cell, before: Number(row.before) }
}

/** What a round of the sealer asks first. */
export interface EventsNews {
  /** The time of the books, by which a shard ends. */
  readonly nowMs: number
  /** The number of entries that the shard has. */
  readonly size: number
  /** Whether batches of the ledger are not in the log. */
  readonly hasBatches: boolean
}

/** Reads what a round asks first, in one statement: most rounds find nothing new. */
export async function readEventsNews(pool: Pool, shard: string): Promise<EventsNews> {
  const { rows } = await pool.query<{ now_ms: bigint; size: bigint; has_batches: boolean }>({
    name: 'events-news',
    text: `select clock.now_ms() as now_ms,
       (select coalesce(max(leaf_index) + 1, 0) from transparency.event where shard = $1) as size,
       exists (
         select from ledger.stripe
         where exists (select from ledger.link where link.stripe = stripe.stripe and link.seq > coalesce(
           (select max(seq) from transparency.leaf_of_batch where leaf_of_batch.stripe = stripe.stripe), 0))
       ) as has_batches`,
    values: [shard],
  })
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no news of the log')
  return { nowMs: Number(row.now_ms), size: Number(row.size), hasBatches: row.has_batches }
}

/** Whether any record but a batch is not in the log. */
export async function hasUnsealedRecords(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_any: boolean }>({
    name: 'any-unsealed',
    text: `select ${[...Object.values(unsealed), unsealedRules, unsealedDays]
      .map((text) => `exists (${text})`)
      .join(' or ')} as is_any`,
    values: [1],
  })
  return rows[0]?.is_any === true
}

/** A batch that is not in the log yet. */
export interface UnsealedBatch extends BatchId {
  readonly kind: string
  readonly entryCount: number
  readonly hash: Uint8Array
  /** The tree over the items as the server made it for their acceptances; null where the items have to be read. */
  readonly known: ItemRoot | null
}

type LinkColumns = Known<ledger.LinkRow, 'stripe' | 'seq' | 'kind' | 'entry_count' | 'at_ms' | 'hash'>

/** What the log says of the items of a batch. */
export interface ItemRoot {
  readonly itemCount: number
  readonly itemsRoot: Uint8Array
}

/** The oldest batches of each stripe that are not in the log, at most `most` of a stripe. Stripes take turns. */
export async function readUnsealedBatches(pool: Pool, most: number): Promise<readonly UnsealedBatch[]> {
  const { rows } = await pool.query<
    LinkColumns & {
      readonly [Column in 'item_count' | 'items_root']: transparency.ItemRootRow[Column] | null
    }
  >({
    name: 'unsealed-batches',
    text: `select link.stripe, link.seq, link.kind, link.entry_count, link.at_ms, link.hash, item_count, items_root
     from ledger.stripe
     cross join lateral (
       select coalesce(max(seq), 0) as seq from transparency.leaf_of_batch where leaf_of_batch.stripe = stripe.stripe
     ) as sealed
     cross join lateral (
       select * from ledger.link where link.stripe = stripe.stripe and link.seq > sealed.seq order by link.seq limit $1
     ) as link
     left join transparency.item_root
       on item_root.stripe = link.stripe and item_root.seq = link.seq and link.kind = '${placedKind}'
     order by link.seq - sealed.seq, link.stripe`,
    values: [most],
  })
  return rows.map((row) => ({
    ...linkedBatch(row),
    known:
      row.item_count === null || row.items_root === null
        ? null
        : { itemCount: row.item_count, itemsRoot: Uint8Array.from(row.items_root) },
  }))
}

/** A batch by its link in the hash chain. */
export type LinkedBatch = Omit<UnsealedBatch, 'known'>

/** The links of batches by their names. */
export async function readLinks(
  pool: Pool,
  batches: readonly { readonly stripe: number; readonly seq: number }[],
): Promise<ReadonlyMap<string, LinkedBatch>> {
  const { rows } = await pool.query<LinkColumns>({
    name: 'read-links',
    text: `select link.stripe, link.seq, link.kind, link.entry_count, link.at_ms, link.hash
     from unnest($1::smallint[], $2::bigint[]) as batch (stripe, seq)
     cross join lateral (
       select * from ledger.link where link.stripe = batch.stripe and link.seq = batch.seq offset 0
     ) as link`,
    values: [batches.map(({ stripe }) => stripe), batches.map(({ seq }) => seq)],
  })
  return new Map(rows.map(linkedBatch).map((batch) => [nameOf(batch), batch]))
}

function linkedBatch(row: LinkColumns): LinkedBatch {
  return {
    stripe: row.stripe,
    seq: Number(row.seq),
    kind: row.kind,
    entryCount: row.entry_count,
    atMs: Number(row.at_ms),
    hash: Uint8Array.from(row.hash),
  }
}

/** Remembers the tree over the items of a batch, until the sealer has read it. */
export async function rememberItems(
  pool: Pool,
  { stripe, seq }: { readonly stripe: number; readonly seq: number },
  { itemCount, itemsRoot }: ItemRoot,
): Promise<void> {
  await pool.query({
    name: 'remember-items',
    text: 'select transparency.remember_items($1, $2, $3, $4)',
    values: [stripe, seq, itemCount, Buffer.from(itemsRoot)],
  })
}

/** The secrets of customers, which are drawn where they are missing. */
export async function readSecrets(pool: Pool, customers: readonly bigint[]): Promise<ReadonlyMap<bigint, Uint8Array>> {
  const { rows } = await pool.query<{ customer_id: bigint; secret: Buffer }>(
    'select customer_id, secret from transparency.customer_secrets($1)',
    [customers],
  )
  return new Map(rows.map((row) => [row.customer_id, Uint8Array.from(row.secret)]))
}

/** Shards of both logs that are not in the log, in the order in which they were opened. */
export async function readUnsealedShards(
  pool: Pool,
): Promise<readonly Pick<transparency.LogRow, 'shard_id' | 'name' | 'shard' | 'first_slot' | 'vkey'>[]> {
  const { rows } = await pool.query<Pick<transparency.LogRow, 'shard_id' | 'name' | 'shard' | 'first_slot' | 'vkey'>>({
    name: 'unsealed-shards',
    text: unsealed.shards,
  })
  return rows
}

/** Announced keys that are not in the log. */
export async function readUnsealedKeys(pool: Pool): Promise<readonly transparency.KeyChangeRow[]> {
  const { rows } = await pool.query<transparency.KeyChangeRow>({
    name: 'unsealed-keys',
    text: unsealed.keys,
  })
  return rows
}

/** Snapshots of liabilities that are not in the log, with their entries. */
export async function readUnsealedSnapshots(
  pool: Pool,
): Promise<readonly Pick<solvency.SnapshotRow, 'snapshot_id' | 'event'>[]> {
  const { rows } = await pool.query<Pick<solvency.SnapshotRow, 'snapshot_id' | 'event'>>({
    name: 'unsealed-snapshots',
    text: unsealed.snapshots,
  })
  return rows
}

/** A commitment to the seed of a simulated day, or the seed that was revealed. */
export interface UnsealedSeed {
  readonly day: number
  readonly commitment: Uint8Array
  /** Null for the commitment. */
  readonly seed: Uint8Array | null
}

/** Commitments and revealed seeds that are not in the log, by their day, commitments first. */
export async function readUnsealedSeeds(pool: Pool, most: number): Promise<readonly UnsealedSeed[]> {
  const { rows } = await pool.query<{ day: number; commitment: Buffer; seed: Buffer | null }>({
    name: 'unsealed-seeds',
    text: unsealed.seeds,
    values: [most],
  })
  return rows.map(({ day, commitment, seed }) => ({
    day,
    commitment: Uint8Array.from(commitment),
    seed: seed === null ? null : Uint8Array.from(seed),
  }))
}

/** Versions of terms that are not in the log, oldest first. */
export async function readUnsealedTerms(
  pool: Pool,
  most: number,
): Promise<readonly (market.TermsRow & Pick<market.InstrumentRow, 'symbol'>)[]> {
  const { rows } = await pool.query<market.TermsRow & Pick<market.InstrumentRow, 'symbol'>>({
    name: 'unsealed-terms',
    text: unsealed.terms,
    values: [most],
  })
  return rows
}

/** A halt of an instrument, or its lifting. */
export interface UnsealedHalt {
  readonly haltId: bigint
  readonly instrumentId: number
  readonly isLift: boolean
  readonly atMs: number
}

/** Halts and liftings that are not in the log, by their time. */
export async function readUnsealedHalts(pool: Pool, most: number): Promise<readonly UnsealedHalt[]> {
  const { rows } = await pool.query<{ halt_id: bigint; instrument_id: number; is_lift: boolean; at_ms: bigint }>({
    name: 'unsealed-halts',
    text: unsealed.halts,
    values: [most],
  })
  return rows.map((row) => ({
    haltId: row.halt_id,
    instrumentId: row.instrument_id,
    isLift: row.is_lift,
    atMs: Number(row.at_ms),
  }))
}

/** The newest link of the audit where it is not in the log; null where it is, or there is none. */
export async function readUnsealedAudit(
  pool: Pool,
): Promise<{ readonly seq: bigint; readonly atMs: number; readonly hash: Uint8Array } | null> {
  const { rows } = await pool.query<{ seq: bigint; at_ms: bigint; hash: Buffer }>({
    name: 'unsealed-audit',
    text: unsealed.audit,
  })
  const [row] = rows
  return row === undefined ? null : { seq: row.seq, atMs: Number(row.at_ms), hash: Uint8Array.from(row.hash) }
}

/** When the oldest batch that is not in the first `size` leaves of a shard was booked; null where none is. */
export async function readOldestWaitingMs(pool: Pool, shard: string, size: number): Promise<number | null> {
  const { rows } = await pool.query<{ at_ms: bigint | null }>({
    name: 'oldest-waiting',
    text: `select min(link.at_ms) as at_ms from ledger.stripe
     cross join lateral (
       select coalesce(max(seq), 0) as seq from transparency.leaf_of_batch
       where leaf_of_batch.stripe = stripe.stripe and (shard < $1 or shard = $1 and leaf_index < $2)
     ) as sealed
     join ledger.link on link.stripe = stripe.stripe and link.seq = sealed.seq + 1`,
    values: [shard, size],
  })
  return numberOrNull(rows[0]?.at_ms ?? null)
}
