import type { Pool } from 'pg'
import type { EntryDelay } from './entry-delay.ts'

/** Sets the entry delays of later orders. Bounded and recorded by the database. */
export async function setEntryDelays(database: Pool, delays: readonly EntryDelay[]): Promise<void> {
  await database.query('select market.set_entry_delays($1::int[], $2::int[], $3::int[])', [
    delays.map(({ instrumentId }) => instrumentId),
    delays.map(({ slots }) => slots),
    delays.map(({ lagMs }) => Math.ceil(lagMs)),
  ])
}
