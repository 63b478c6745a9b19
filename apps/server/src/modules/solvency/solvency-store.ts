import type { Pool, PoolClient } from 'pg'
import type * as solvency from '../../../database/rows/solvency.ts'
import { dayMs } from '@candor/formulas'
import { sumNodeBytes, tileNodes } from '@candor/proof/solvency'
import { onlyRow } from '../../platform/only-row.ts'
import { withTransaction } from '../../platform/postgres/pool.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import type { BuiltSnapshot, TileLevel } from './snapshot-build.ts'
import { LiabilityRecords, readRecordBytes, storedRecordBytes } from './solvency.ts'
import type { BooksReading } from './solvency.ts'

/** A statement's time is limited; this many take a tenth of a second. */
const customersAtOnce = 16_384
const packCustomers = 512
const storedAtOnce = 32 * packCustomers
const tilesAtOnce = 256

/** A snapshot that is in the events log. */
export interface LoggedSnapshot {
  readonly snapshotId: bigint
  readonly event: Uint8Array
  readonly shard: string
  readonly index: bigint
}

/** What a customer's own proof is made from. */
export interface OwnLeaf extends LoggedSnapshot {
  readonly secret: Uint8Array
  readonly nonce: Uint8Array
  /** The stored records among which the customer's is; null where every customer of the snapshot has a greater id. */
  readonly records: Uint8Array | null
}

/**
 * Reads all liabilities as of one instant, in a transaction that only reads and locks nothing: placing, settling and
 * paying go on meanwhile.
 */
export function readBooks(pool: Pool, atOnce = customersAtOnce): Promise<BooksReading> {
  return withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const times = await client.query<{ at_ms: bigint }>('select clock.now_ms() as at_ms')
    const { at_ms: atMs } = onlyRow(times.rows, 'clock.now_ms')
    const house = await client.query<Known<solvency.HouseSideResult>>('select * from solvency.house_side()')
    const stripes = await client.query<{ stripe: number; seq: bigint; head: Buffer }>(
      'select stripe, seq, head from ledger.stripe order by stripe',
    )
    return {
      atMs,
      house: house.rows.map(({ asset, owed, open_payout }) => ({ asset, owed, openPayout: open_payout })),
      stripes: stripes.rows.map(({ stripe, seq, head }) => ({ stripe, seq, hash: head })),
      records: await readRecords(client, atMs, atOnce),
    }
  })
}

/**
 * Ids are drawn in their order, with few gaps: a range of them holds about as many customers, and the greatest says how
 * much memory all records take at most.
 */
async function readRecords(client: PoolClient, atMs: bigint, atOnce: number): Promise<BooksReading['records']> {
  const newest = await client.query<{ last_id: bigint | null }>(
    `select max(owner_id) as last_id from ledger.balance where kind = 'available'`,
  )
  const lastId = onlyRow(newest.rows, 'the greatest id').last_id ?? 0n
  const bytes = new Uint8Array(new SharedArrayBuffer(Number(lastId) * readRecordBytes))
  let length = 0
  for (let after = 0n; after < lastId; after += BigInt(atOnce)) {
    const { rows } = await client.query<{ records: Buffer | null }>({
      name: 'solvency-liability-records',
      text: 'select solvency.liability_records($1, $2, $3) as records',
      values: [atMs, after, after + BigInt(atOnce)],
    })
    const { records } = onlyRow(rows, 'solvency.liability_records')
    if (records === null) continue
    bytes.set(records, length)
    length += records.length
  }
  return bytes.subarray(0, length)
}

/** The UTC day, counted from 1970, when it has no snapshot yet; null when it has. */
export async function readDueDay(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ day: number }>(
    `select day from (select (clock.now_ms() / ${dayMs})::integer as day) as today
     where not exists (select from solvency.snapshot as s where s.day = today.day)`,
  )
  return rows[0]?.day ?? null
}

export const nextNumber = routine<[], bigint>('solvency.next_number')

/** What identifies a snapshot. `day` is null for one on demand. */
export interface SnapshotHead {
  readonly snapshotId: bigint
  readonly day: number | null
  readonly atMs: bigint
  readonly key: Uint8Array
}

/** Stores a snapshot whole, and deletes the leaves of old ones. Returns false where its day has one already. */
export function storeSnapshot(pool: Pool, head: SnapshotHead, built: BuiltSnapshot): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { snapshotId, day, atMs, key } = head
    const values = [snapshotId, day, atMs, built.customers, built.event, key]
    if (!(await callRoutine<boolean>(client, 'solvency.store_snapshot', ...values))) return false
    await storeRecords(client, snapshotId, built.records)
    for (const level of built.tiles) await storeTiles(client, snapshotId, level)
    await client.query('select solvency.prune()')
    return true
  })
}

/** Rows go in as one run of bytes, which the database cuts: an array of them would be sent as text, twice as long. */
async function storeRecords(client: PoolClient, snapshotId: bigint, bytes: Uint8Array): Promise<void> {
  const records = new LiabilityRecords(bytes, storedRecordBytes)
  for (let first = 0; first < records.count; first += storedAtOnce) {
    const end = Math.min(first + storedAtOnce, records.count)
    const firstIds: bigint[] = []
    for (let customer = first; customer < end; customer += packCustomers) firstIds.push(records.customerId(customer))
    await client.query(
      `insert into solvency.leaf (snapshot_id, first_customer_id, records)
       select $1::bigint, first_id, substr($3::bytea, (number::integer - 1) * $4::integer + 1, $4::integer)
       from unnest($2::bigint[]) with ordinality as pack (first_id, number)`,
      [
        snapshotId,
        firstIds,
        bytes.subarray(first * storedRecordBytes, end * storedRecordBytes),
        packCustomers * storedRecordBytes,
      ],
    )
  }
}

async function storeTiles(client: PoolClient, snapshotId: bigint, { asset, level, nodes }: TileLevel): Promise<void> {
  const tileBytes = Math.min(nodes.length, tileNodes * sumNodeBytes)
  for (let first = 0; first * tileBytes < nodes.length; first += tilesAtOnce) {
    const bytes = nodes.subarray(first * tileBytes, (first + tilesAtOnce) * tileBytes)
    await client.query(
      `insert into solvency.tile (snapshot_id, asset, level, position, nodes)
       select $1::bigint, $2::smallint, $3::smallint, $4::integer + number,
         substr($5::bytea, number * $6::integer + 1, $6::integer)
       from generate_series(0, $7::integer - 1) as number`,
      [snapshotId, asset, level, first, bytes, tileBytes, bytes.length / tileBytes],
    )
  }
}

/** The newest snapshot that is in the events log. */
export async function readNewest(pool: Pool): Promise<(LoggedSnapshot & { readonly customers: number }) | null> {
  const { rows } = await pool.query<
    Known<Pick<solvency.SnapshotRow, 'snapshot_id' | 'event' | 'logged_shard' | 'logged_index' | 'customers'>>
  >(
    `select snapshot_id, event, logged_shard, logged_index, customers from solvency.snapshot
     where logged_index is not null order by snapshot_id desc limit 1`,
  )
  const [row] = rows
  return row === undefined ? null : { ...loggedOf(row), customers: row.customers }
}

/** The customer's leaf of the newest logged snapshot; null before the first. */
export async function readOwnLeaf(pool: Pool, customerId: bigint): Promise<OwnLeaf | null> {
  const { rows } = await pool.query<
    Known<solvency.OwnLeafResult, 'snapshot_id' | 'event' | 'logged_shard' | 'logged_index' | 'secret' | 'nonce'>
  >({
    name: 'solvency-own-leaf',
    text: 'select * from solvency.own_leaf($1) where snapshot_id is not null',
    values: [customerId],
  })
  const [row] = rows
  if (row === undefined) return null
  return { ...loggedOf(row), secret: row.secret, nonce: row.nonce, records: row.records }
}

function loggedOf(row: {
  readonly snapshot_id: bigint
  readonly event: Buffer
  readonly logged_shard: string
  readonly logged_index: bigint
}): LoggedSnapshot {
  return { snapshotId: row.snapshot_id, event: row.event, shard: row.logged_shard, index: row.logged_index }
}

/** Tiles of a logged snapshot, as they are named. */
export async function readTiles(
  pool: Pool,
  { snapshotId, asset }: { readonly snapshotId: bigint; readonly asset: number },
  tiles: readonly { readonly level: number; readonly index: number }[],
): Promise<Uint8Array[]> {
  const { rows } = await pool.query<{ nodes: Buffer }>({
    name: 'solvency-tiles',
    text: 'select * from solvency.tiles_of($1, $2, $3, $4) as nodes',
    values: [snapshotId, asset, tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  })
  return rows.map(({ nodes }) => nodes)
}

/** Records that a customer's app read their own proof, at most once an hour. */
export async function recordReading(pool: Pool, customerId: bigint): Promise<void> {
  await pool.query(
    `insert into solvency.proof_reading as known (customer_id, read_ms) values ($1, clock.now_ms())
     on conflict (customer_id) do update set read_ms = excluded.read_ms
     where known.read_ms < excluded.read_ms - 3600000`,
    [customerId],
  )
}

/** How many customers read their own proof in the last 30 days. */
export async function countReaders(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ readers: number }>(
    `select count(*)::integer as readers from solvency.proof_reading
     where read_ms > clock.now_ms() - 30 * ${dayMs}::bigint`,
  )
  return onlyRow(rows, 'the count of readings').readers
}
