import { slotMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { onlyRow } from '../../platform/only-row.ts'

const columns = 'prices, ages_ms, states, epochs, source_kinds, volumes, sources, ticks_digest'

/** A frame that starts longer ago comes too late for another cell, which takes none that ended 2.5 s ago. */
const freshMs = 2_000

/** Gives a new cell the market of the first one: when slots began, and when instruments trade. */
export async function copyMarket(first: Pool, cell: Pool): Promise<void> {
  const { rows } = await first.query<{ clock: bigint; sessions: string }>(
    `select (select genesis_ms from market.clock) as clock,
       (select coalesce(jsonb_agg(to_jsonb(s)), '[]')::text from market.session as s) as sessions`,
  )
  const { clock, sessions } = onlyRow(rows, 'the market of the first cell')
  await cell.query('update market.clock set genesis_ms = $1 where genesis_ms <> $1', [clock])
  await cell.query(
    `insert into market.session select * from jsonb_populate_recordset(null::market.session, $1::jsonb)
     on conflict (instrument_id) do update
       set state = excluded.state, closes_ms = excluded.closes_ms, opens_ms = excluded.opens_ms,
         updated_ms = excluded.updated_ms`,
    [sessions],
  )
}

/**
 * Publishes in a cell the frames of the first one that it lacks, each the same under the cell's own lock, so that no
 * order commits there against a frame that is stored. Frames that are too late are gaps. Returns how many.
 */
export async function copyFrames(first: Pool, cell: Pool, limit: number): Promise<number> {
  const newest = await cell.query<{ slot: bigint | null }>('select max(slot) as slot from market.frame')
  const { rows } = await first.query<{ slot: bigint; frame: string }>(
    `select * from (
       select slot, to_jsonb(f)::text as frame from market.frame as f where slot > $1
         and slot > (select (clock.now_ms() - $3 - genesis_ms) / $4 from market.clock) order by slot desc limit $2
     ) as late order by slot`,
    [newest.rows[0]?.slot ?? -1n, limit, freshMs, slotMs],
  )
  for (const { slot, frame } of rows)
    await cell.query(
      `select market.publish_frame($1, ${columns}, (select term from market.lease))
       from jsonb_populate_record(null::market.frame, $2::jsonb)`,
      [slot, frame],
    )
  return rows.length
}
