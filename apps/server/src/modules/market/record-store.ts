import type * as market from '../../../database/rows/market.ts'
import { routine } from '../../platform/postgres/routine.ts'
import type { Queryable } from '../../platform/postgres/routine.ts'
import type { Database } from './market-store.ts'

/** The error of a record that is not the one of its frame. */
const refusedCode = '23000'

/** The numbers of all sources, by name. */
export async function loadSourceNumbers(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await database.query<market.SourceRow>('select number, name from market.source')
  return new Map(rows.map(({ name, number }) => [name, number]))
}

/**
 * Stores the record of a stored frame's ticks, deflated; a repeat changes nothing. Returns false where the frame is not
 * made of these ticks.
 */
export async function storeTicks(
  database: Database,
  { slot, bytes, deflated }: { slot: number; bytes: Uint8Array; deflated: Uint8Array },
): Promise<boolean> {
  try {
    await database.query({
      name: 'store-ticks',
      text: 'select market.store_ticks($1, $2, $3)',
      values: [slot, bytes, deflated],
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === refusedCode) return false
    throw error
  }
}

/** Deletes records past their retention, at most `limit`. Returns their number. */
export const pruneTicks = routine<[limit: number], number>('market.prune_ticks')

/**
 * Commits to a seed of a day (counted since 1970) unless one is committed already. Returns the committed seed, or null
 * where it is revealed. Throws where the day is over or more than two days ahead.
 */
export const commitSeed = routine<[day: number, seed: Uint8Array], Uint8Array | null>('market.commit_seed')

/** Reveals the seeds of days that are long over. Returns their number. */
export const revealSeeds = routine<[], number>('market.reveal_seeds')

/** Stores where a run of the simulation begins (index `instrument.id - 1`); a repeat changes nothing. */
export async function storeSimulationStart(
  database: Queryable,
  { startMs, ticks }: { startMs: number; ticks: readonly number[] },
): Promise<void> {
  await database.query('select market.store_simulation_start($1, $2::double precision[])', [startMs, ticks])
}
