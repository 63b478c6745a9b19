import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import type * as transparency from '../../../database/rows/transparency.ts'
import type { LogName } from './log-names.ts'

/** What is signed of a shard, as the database knows it. */
export interface Guard {
  readonly shard: string
  readonly origin: string
  readonly vkey: string
  readonly firstSlot: number | null
  readonly size: number
  readonly root: Uint8Array
  /** The newest checkpoint; null before the first. */
  readonly note: string | null
  readonly signedMs: number | null
}

/** Begins sealing a log, and returns the fence of this sealer: those from before can sign no more. */
export const beginSealing = routine<[name: LogName], bigint>('transparency.begin_sealing')

/** The shards of a log in their order. */
export async function readGuards(pool: Pool, name: LogName): Promise<readonly Guard[]> {
  const { rows } = await pool.query<transparency.LogRow>(
    `select shard, origin, vkey, first_slot, size, root, note, signed_ms
     from transparency.log where name = $1 order by shard`,
    [name],
  )
  return rows.map((row) => ({
    shard: row.shard,
    origin: row.origin,
    vkey: row.vkey,
    firstSlot: numberOrNull(row.first_slot),
    size: Number(row.size),
    root: Uint8Array.from(row.root),
    note: row.note,
    signedMs: numberOrNull(row.signed_ms),
  }))
}

/** Opens a shard. False where another sealer has begun. */
export async function openShard(
  pool: Pool,
  name: LogName,
  {
    fence,
    shard,
    origin,
    vkey,
    firstSlot,
  }: { readonly fence: bigint } & Pick<Guard, 'shard' | 'origin' | 'vkey' | 'firstSlot'>,
): Promise<boolean> {
  return callRoutine<boolean>(pool, 'transparency.open_shard', fence, name, shard, origin, vkey, firstSlot)
}

export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/** Replaces what is signed of a shard, compared with `from`. */
export async function advance(
  pool: Pool,
  name: LogName,
  change: {
    readonly fence: bigint
    readonly shard: string
    readonly from: TreeHead
    readonly to: TreeHead
    readonly note: string
    /** Of the key that signed it. */
    readonly vkey: string
  },
): Promise<'advanced' | 'superseded' | 'differs'> {
  const { fence, shard, from, to, note, vkey } = change
  const roots = { from: Buffer.from(from.root), to: Buffer.from(to.root) }
  return callRoutine(
    pool,
    'transparency.advance',
    fence,
    name,
    shard,
    from.size,
    roots.from,
    to.size,
    roots.to,
    note,
    vkey,
  )
}

/**
 * Announces a key that replaces the one of a log. Whether that is signed already; null where another sealer has begun.
 */
export async function announceKey(
  pool: Pool,
  name: LogName,
  { fence, vkey }: { readonly fence: bigint; readonly vkey: string },
): Promise<boolean | null> {
  return callRoutine<boolean | null>(pool, 'transparency.announce_key', fence, name, vkey)
}

/** The checkpoint by which a key of the log of events announces the next one. */
export interface Handover {
  readonly shard: string
  /** The index of the announcement. */
  readonly index: number
  readonly note: string
}

/** The oldest kept checkpoint with each announcement of a key of events: the key from before has signed it. */
export async function readHandovers(pool: Pool): Promise<readonly Handover[]> {
  const { rows } = await pool.query<
    Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'> & Pick<transparency.KeptCheckpointRow, 'note'>
  >(
    `select leaf.shard, leaf.leaf_index, kept.note from transparency.key_change
     join transparency.leaf_of_record as leaf on leaf.kind = 'key' and leaf.record_id = change_id
     cross join lateral (
       select note from transparency.kept_checkpoint
       where kept_checkpoint.name = 'events' and shard = leaf.shard and size > leaf.leaf_index order by size limit 1
     ) as kept
     where key_change.name = 'events'`,
  )
  return rows.map(({ shard, leaf_index, note }) => ({ shard, index: Number(leaf_index), note }))
}

/** Has the log of events announce the key that signs acceptances, once. */
export async function announceAcceptanceKey(pool: Pool, vkey: string): Promise<void> {
  await pool.query('select transparency.announce_acceptance_key($1)', [vkey])
}
