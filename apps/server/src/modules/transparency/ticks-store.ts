import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type * as market from '../../../database/rows/market.ts'

/** A stored frame, as a leaf needs it: one value an instrument, in the order of their ids from 1. */
export interface StoredFrame {
  readonly slot: number
  readonly publishedMs: number
  readonly prices: readonly bigint[]
  readonly agesMs: readonly number[]
  readonly states: readonly number[]
  readonly epochs: readonly number[]
  readonly sourceKinds: readonly number[]
  readonly priceSums: readonly bigint[]
  readonly openCounts: readonly bigint[]
  /** The sources that spoke, source n as the bit n − 1; null in frames from before their record. */
  readonly sources: readonly number[] | null
  readonly ticksDigest: Uint8Array | null
}

/** Where the stored frames begin and end. */
export interface FrameBounds {
  readonly genesisMs: number
  /** Null before the first frame. */
  readonly oldest: number | null
  readonly newest: number | null
}

export async function readFrameBounds(pool: Pool): Promise<FrameBounds | null> {
  const { rows } = await pool.query<{ genesis_ms: bigint; oldest: bigint | null; newest: bigint | null }>({
    name: 'frame-bounds',
    text: `select genesis_ms, (select min(slot) from market.frame) as oldest, (select max(slot) from market.frame) as newest
     from market.clock`,
  })
  const [row] = rows
  if (row === undefined) return null
  return {
    genesisMs: Number(row.genesis_ms),
    oldest: numberOrNull(row.oldest),
    newest: numberOrNull(row.newest),
  }
}

type ReadFrameRow = Omit<market.FrameRow, 'price_sums'> & { price_sums: readonly string[] }

/**
 * The oldest frames from a slot on, before another, with the newest slot of all, which is null before the first frame.
 * Null where the market has no genesis.
 */
export async function readFrames(
  pool: Pool,
  { from, before, most }: { readonly from: number; readonly before: number; readonly most: number },
): Promise<(Omit<FrameBounds, 'oldest'> & { readonly frames: readonly StoredFrame[] }) | null> {
  // Sums have up to 38 digits; a pool reads no numeric.
  const { rows } = await pool.query<
    { readonly genesis_ms: bigint; readonly newest: bigint | null } & (ReadFrameRow | { readonly slot: null })
  >({
    name: 'read-frames',
    text: `select genesis_ms, newest.slot as newest, stored.*
     from market.clock cross join (select max(slot) as slot from market.frame) as newest
     left join (
       select slot, published_ms, prices, ages_ms, states, epochs, source_kinds, price_sums::text[], open_counts,
         sources, ticks_digest
       from market.frame where slot >= $1 and slot < $2 order by slot limit $3
     ) as stored on true
     order by stored.slot`,
    values: [from, before, most],
  })
  const [first] = rows
  if (first === undefined) return null
  return {
    genesisMs: Number(first.genesis_ms),
    newest: numberOrNull(first.newest),
    frames: framesOf(rows.filter((row) => row.slot !== null)),
  }
}

function framesOf(rows: readonly ReadFrameRow[]): readonly StoredFrame[] {
  return rows.map((row) => ({
    slot: Number(row.slot),
    publishedMs: Number(row.published_ms),
    prices: row.prices.map(known),
    agesMs: row.ages_ms.map(known),
    states: row.states.map(known),
    epochs: row.epochs.map(known),
    sourceKinds: row.source_kinds.map(known),
    priceSums: row.price_sums.map(BigInt),
    openCounts: row.open_counts.map(known),
    sources: row.sources?.map(known) ?? null,
    ticksDigest: row.ticks_digest === null ? null : Uint8Array.from(row.ticks_digest),
  }))
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a stored frame lacks a value')
  return value
}

/** The recorded gaps that overlap a range of slots, in order. */
export async function readGaps(
  pool: Pool,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const { rows } = await pool.query<market.GapRow>(
    `select from_slot, to_slot from market.gap
     where from_slot >= coalesce((select max(from_slot) from market.gap where from_slot <= $1), 0) and from_slot < $2
       and to_slot >= $1
     order by from_slot`,
    [from, before],
  )
  return rows.map((row) => ({ from: Number(row.from_slot), to: Number(row.to_slot) }))
}

/** The stored ticks of a range of slots, deflated, by slot. */
export async function readTickRecords(
  pool: Pool,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<ReadonlyMap<number, Uint8Array>> {
  const { rows } = await pool.query<market.TickRecordRow>(
    'select slot, deflated from market.tick_record where slot >= $1 and slot < $2',
    [from, before],
  )
  return new Map(rows.map(({ slot, deflated }) => [Number(slot), deflated]))
}

/** When the first frame from a slot on was published; null where there is none. */
export async function readPublishedMs(pool: Pool, slot: number): Promise<number | null> {
  const { rows } = await pool.query<{ published_ms: bigint }>({
    name: 'published-ms',
    text: 'select published_ms from market.frame where slot >= $1 order by slot limit 1',
    values: [slot],
  })
  const [row] = rows
  return row === undefined ? null : Number(row.published_ms)
}
