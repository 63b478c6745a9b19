import type { Pool } from 'pg'
import type * as market from '../../../database/rows/market.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import type * as transparency from '../../../database/rows/transparency.ts'

/** Where the log of events has an entry. */
interface EventPlace {
  readonly shard: string
  readonly index: number
}

/** The commitment to the seed of a simulated day, and the seed once it is revealed. */
export interface LoggedSeed {
  readonly day: number
  readonly commitment: Uint8Array
  readonly seed: Uint8Array | null
  readonly committed: EventPlace | null
  readonly revealed: EventPlace | null
}

type Leaf = Joined<Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'>>
type SeedRow = Pick<market.SeedCommitmentRow, 'day' | 'commitment' | 'seed'> &
  Leaf & { readonly revealed_shard: Leaf['shard']; readonly revealed_index: Leaf['leaf_index'] }

/** The seeds of the newest days, newest first. */
export async function readSeeds(pool: Pool, most: number): Promise<readonly LoggedSeed[]> {
  const { rows } = await pool.query<SeedRow>(
    `select day, commitment, seed, committed.shard, committed.leaf_index, revealed.shard as revealed_shard,
       revealed.leaf_index as revealed_index
     from market.seed_commitment
     left join transparency.leaf_of_record as committed on committed.kind = 'seed' and committed.record_id = day
     left join transparency.leaf_of_record as revealed on revealed.kind = 'revealed' and revealed.record_id = day
     order by day desc limit $1`,
    [most],
  )
  return rows.map((row) => ({
    day: row.day,
    commitment: Uint8Array.from(row.commitment),
    seed: row.seed === null ? null : Uint8Array.from(row.seed),
    committed: placeOf(row.shard, row.leaf_index),
    revealed: placeOf(row.revealed_shard, row.revealed_index),
  }))
}

function placeOf(shard: string | null, index: bigint | null): EventPlace | null {
  return shard === null || index === null ? null : { shard, index: Number(index) }
}
