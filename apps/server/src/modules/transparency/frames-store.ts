import type { Pool } from 'pg'

/** An instrument as records in the log name it. */
export interface LoggedInstrument {
  readonly id: number
  /** The decimals of its official price. */
  readonly decimals: number
}

/** One instrument in a stored frame. */
export interface LoggedFrame {
  readonly slot: number
  readonly price: bigint
  readonly ageMs: number
  readonly state: number
  readonly sourceKind: number
  readonly epoch: number
  readonly priceSum: bigint
  readonly openCount: number
  /** The sources that spoke, source n as the bit n − 1; null in frames from before their record. */
  readonly sources: number | null
}

/** Reads the instrument of a symbol; null for an unknown one. Hidden instruments are in the log as well. */
export async function readLoggedInstrument(pool: Pool, symbol: string): Promise<LoggedInstrument | null> {
  const { rows } = await pool.query<{ instrument_id: number; price_decimals: number }>(
    'select instrument_id, price_decimals from market.instrument where symbol = $1',
    [symbol],
  )
  const [row] = rows
  return row === undefined ? null : { id: row.instrument_id, decimals: row.price_decimals }
}

/** Reads an instrument's cells of the stored frames from a slot on, before another. Frames from before it have none. */
export async function readFramesOf(
  pool: Pool,
  { instrumentId, from, before }: { readonly instrumentId: number; readonly from: number; readonly before: number },
): Promise<readonly LoggedFrame[]> {
  const { rows } = await pool.query<{
    slot: bigint
    price: bigint
    age_ms: number
    state: number
    source_kind: number
    epoch: number
    price_sum: string
    open_count: bigint
    sources: number | null
  }>(
    // Sums have up to 38 digits; a pool reads no numeric.
    `select slot, prices[$1] as price, ages_ms[$1] as age_ms, states[$1] as state, source_kinds[$1] as source_kind,
       epochs[$1] as epoch, coalesce(price_sums[$1], 0)::text as price_sum, coalesce(open_counts[$1], 0) as open_count,
       sources[$1] as sources
     from market.frame where slot >= $2 and slot < $3 and prices[$1] is not null order by slot`,
    [instrumentId, from, before],
  )
  return rows.map((row) => ({
    slot: Number(row.slot),
    price: row.price,
    ageMs: row.age_ms,
    state: row.state,
    sourceKind: row.source_kind,
    epoch: row.epoch,
    priceSum: BigInt(row.price_sum),
    openCount: Number(row.open_count),
    sources: row.sources,
  }))
}
