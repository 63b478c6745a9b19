import type { WitnessPlace } from '@candor/api'
import type { Pool } from 'pg'
import type * as transparency from '../../../database/rows/transparency.ts'
import type { LogName } from './log-names.ts'

/** A witness as the log's process has listed it. */
export interface ListedWitness {
  readonly vkey: string
  readonly name: string
  readonly place: WitnessPlace
  readonly isIndependent: boolean
}

/** The newest cosignature of a witness in one shard. */
export interface CosignedHead {
  readonly vkey: string
  readonly log: LogName
  readonly shard: string
  readonly size: number
  readonly cosignedMs: number
}

/** A cosigned checkpoint with the lines of its cosignatures. */
export interface StoredCosigned {
  readonly size: number
  /** Signed by the log, without cosignatures. */
  readonly note: string
  readonly lines: readonly string[]
}

/** Replaces the list of witnesses, and the operator's policy. */
export async function listWitnesses(pool: Pool, witnesses: readonly ListedWitness[], policy: string): Promise<void> {
  await pool.query('select transparency.list_witnesses($1, $2, $3, $4, $5)', [
    witnesses.map(({ vkey }) => vkey),
    witnesses.map(({ name }) => name),
    witnesses.map(({ place }) => place),
    witnesses.map(({ isIndependent }) => isIndependent),
    policy,
  ])
}

/** The witnesses that are asked, in the order in which they were first listed. */
export async function readWitnesses(pool: Pool): Promise<readonly ListedWitness[]> {
  const { rows } = await pool.query<transparency.WitnessRow>(
    'select vkey, name, place, is_independent from transparency.witness where is_listed order by listed_ms, vkey',
  )
  return rows.map(({ vkey, name, place, is_independent }) => ({ vkey, name, place, isIndependent: is_independent }))
}

/** The operator's policy as text; empty before the log's process has read one. */
export async function readPolicyText(pool: Pool): Promise<string> {
  const { rows } = await pool.query<transparency.WitnessPolicyRow>('select policy from transparency.witness_policy')
  return rows[0]?.policy ?? ''
}

/** The same, with the cell that this database is; null where it is the only one. */
export async function readPolicyAndCell(
  pool: Pool,
): Promise<{ readonly policy: string; readonly cell: number | null }> {
  const { rows } = await pool.query<{ policy: string | null; cell: number | null }>(
    'select (select policy from transparency.witness_policy) as policy, (select cell from cell.self) as cell',
  )
  return { policy: rows[0]?.policy ?? '', cell: rows[0]?.cell ?? null }
}

/** Keeps a verified cosignature. */
export async function keepCosignature(
  pool: Pool,
  {
    log,
    shard,
    size,
    note,
    vkey,
    line,
  }: {
    readonly log: LogName
    readonly shard: string
    readonly size: number
    readonly note: string
    readonly vkey: string
    readonly line: string
  },
): Promise<void> {
  await pool.query('select transparency.keep_cosignature($1, $2, $3, $4, $5, $6)', [log, shard, size, note, vkey, line])
}

/** The newest cosignature of each witness in each shard. */
export async function readCosignedHeads(pool: Pool): Promise<readonly CosignedHead[]> {
  const { rows } = await pool.query<transparency.CosignatureRow & { readonly name: LogName }>(
    `select distinct on (name, shard, vkey) name, shard, vkey, size, cosigned_ms from transparency.cosignature
     order by name, shard, vkey, size desc`,
  )
  return rows.map(({ name, shard, vkey, size, cosigned_ms }) => ({
    vkey,
    log: name,
    shard,
    size: Number(size),
    cosignedMs: Number(cosigned_ms),
  }))
}

/** The cosigned checkpoints of a shard with at least `leastSize` leaves, the newest first. */
export async function readCosigned(
  pool: Pool,
  { log, shard, leastSize }: { readonly log: LogName; readonly shard: string; readonly leastSize: number },
): Promise<readonly StoredCosigned[]> {
  const { rows } = await pool.query<{ size: bigint; note: string; lines: string[] }>(
    `select c.size, c.note, array_agg(s.line order by s.cosigned_ms, s.vkey) as lines
     from transparency.cosigned_checkpoint as c join transparency.cosignature as s using (name, shard, size)
     where c.name = $1 and c.shard = $2 and c.size >= $3
     group by c.name, c.shard, c.size order by c.size desc`,
    [log, shard, leastSize],
  )
  return rows.map(({ size, note, lines }) => ({ size: Number(size), note, lines }))
}
