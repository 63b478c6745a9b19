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

/** A frame as the first cell has committed it. */
export interface CommittedFrame {
  readonly slot: number
  /** The slot of the frame before it; null for the first frame of all. */
  readonly after: number | null
  readonly publishedMs: number
  /** All of it as JSON. It is read by the database alone: prices are larger than numbers of JavaScript. */
  readonly text: string
}

/** The text of the frame of a slot, for other cells; null where there is none. */
export async function readFrame(first: Pool, slot: number): Promise<string | null> {
  const { rows } = await first.query<{ text: string }>({
    name: 'frame-for-cells',
    text: `select jsonb_build_object('slot', f.slot, 'publishedMs', f.published_ms,
        'after', (select max(slot) from market.frame where slot < f.slot),
        'frame', to_jsonb(f) - '{price_sums,open_counts,term}'::text[])::text as text
      from market.frame as f where f.slot = $1`,
    values: [slot],
  })
  return rows[0]?.text ?? null
}

/**
 * Publishes a frame of the first cell in another one, under that cell's own lock, if it is fresh and the cell has the
 * one before it as its newest. Returns whether it did.
 */
export async function publishFollowing(cell: Pool, { slot, after, text }: CommittedFrame): Promise<boolean> {
  const { rowCount } = await cell.query({
    name: 'publish-following',
    text: `select market.publish_frame(slot, ${columns}, (select term from market.lease))
      from jsonb_populate_record(null::market.frame, $1::jsonb -> 'frame')
      where slot = $2 and (select max(slot) from market.frame) is not distinct from $3
        and slot > (select (clock.now_ms() - $4 - genesis_ms) / $5 from market.clock)`,
    values: [text, slot, after, freshMs, slotMs],
  })
  return rowCount === 1
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
