import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { slotMs } from '@candor/formulas'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import type * as market from '../../../database/rows/market.ts'
import type { Frame } from '../../platform/bus/index.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Dense } from '../../platform/postgres/columns.ts'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { routine } from '../../platform/postgres/routine.ts'
import type { Queryable } from '../../platform/postgres/routine.ts'
import type { FeedSession } from '../quote-feeds/index.ts'
import type { Candle, FinishedCandles } from './candle-book.ts'
import { categories, simulationSchema } from './catalogue.ts'
import type { Instrument } from './catalogue.ts'
import type { GeneratedHistory } from './generated-history.ts'
import type { SlotTicks } from './tick-recorder.ts'

/** The market's fixed points in time, unix ms. */
export interface MarketClock {
  readonly genesisMs: number
  /** Candles that start before this were generated, not quoted; null while there is no history. */
  readonly generatedUntilMs: number | null
}

/** A candle with its instrument and length, as stored. */
export interface StoredCandle {
  readonly instrumentId: number
  readonly interval: CandleInterval
  readonly candle: Candle
}

const instrumentRow = z.object({
  instrument_id: z.int(),
  symbol: z.string(),
  category: z.enum(categories),
  base: z.string(),
  quote: z.string(),
  name: z.string(),
  exchange: z.string(),
  exchange_symbol: z.string(),
  tick_decimals: z.int(),
  tick_units: z.bigint(),
  price_decimals: z.int(),
  calendar_id: z.string(),
  entry_delay_slots: z.int(),
  stale_after_ms: z.int(),
  max_spread_bps: z.int(),
  outlier_bps: z.int(),
  max_step_bps: z.int(),
  min_fresh_sources: z.int(),
  fresh_ms: z.int(),
  agreement_ppm: z.int(),
  hidden: z.boolean(),
  halted: z.boolean(),
  simulation: simulationSchema,
})

export type FrameRow = Dense<Omit<market.FrameRow, 'published_ms'>>

/** What a frame says about its ticks. */
type FrameTicks = Pick<SlotTicks, 'sources' | 'digest'>

/** The connections that the market's code passes on without looking inside. */
export type Database = Pool

/** Reads genesis. Throws where the market was never seeded. */
export async function loadClock(database: Queryable): Promise<MarketClock> {
  const { rows } = await database.query<Pick<market.ClockRow, 'genesis_ms' | 'generated_until_ms'>>(
    'select genesis_ms, generated_until_ms from market.clock',
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the market has no genesis: seed it first')
  return {
    genesisMs: Number(row.genesis_ms),
    generatedUntilMs: numberOrNull(row.generated_until_ms),
  }
}

/** The whole catalogue in its fixed order, hidden instruments included. */
export async function loadInstruments(database: Queryable): Promise<Instrument[]> {
  const { rows } = await database.query('select * from market.instrument order by instrument_id')
  return z.array(instrumentRow).parse(rows).map(toInstrument)
}

function toInstrument(row: z.output<typeof instrumentRow>): Instrument {
  return {
    id: row.instrument_id,
    symbol: row.symbol,
    category: row.category,
    base: row.base,
    quote: row.quote,
    name: row.name,
    exchange: row.exchange,
    exchangeSymbol: row.exchange_symbol,
    tickDecimals: row.tick_decimals,
    tickUnits: row.tick_units,
    priceDecimals: row.price_decimals,
    calendarId: row.calendar_id,
    entryDelaySlots: row.entry_delay_slots,
    staleAfterMs: row.stale_after_ms,
    maxSpreadBps: row.max_spread_bps,
    outlierBps: row.outlier_bps,
    maxStepBps: row.max_step_bps,
    minFreshSources: row.min_fresh_sources,
    freshMs: row.fresh_ms,
    agreementPpm: row.agreement_ppm,
    isHidden: row.hidden,
    isHalted: row.halted,
    simulation: row.simulation,
  }
}

/** The initial state of a market role. */
export async function loadMarket(
  database: Queryable,
): Promise<MarketClock & { instruments: Instrument[]; last: Frame | null }> {
  return {
    ...(await loadClock(database)),
    instruments: await loadInstruments(database),
    last: await loadLastFrame(database),
  }
}

/** The newest stored frame, or null before the first. */
export async function loadLastFrame(database: Queryable): Promise<Frame | null> {
  const { rows } = await database.query<FrameRow>(
    'select slot, prices, ages_ms, states, epochs, source_kinds, volumes from market.frame order by slot desc limit 1',
  )
  return rows[0] === undefined ? null : toFrame(rows[0])
}

/** Stored frames from a slot on, in order. */
export async function loadFramesFrom(database: Queryable, fromSlot: number): Promise<Frame[]> {
  const { rows } = await database.query<FrameRow>(
    'select slot, prices, ages_ms, states, epochs, source_kinds, volumes from market.frame where slot >= $1 order by slot',
    [fromSlot],
  )
  return rows.map(toFrame)
}

/** A stored frame. */
export function toFrame(row: FrameRow): Frame {
  return {
    slot: Number(row.slot),
    prices: row.prices,
    agesMs: row.ages_ms,
    states: row.states,
    epochs: row.epochs,
    sourceKinds: row.source_kinds,
    volumes: row.volumes ?? row.prices.map(() => 0n),
  }
}

/**
 * Commits a frame made of `ticks`, with any gap before it, and returns the database's time, unix ms. Throws when its
 * slot is not the newest or ahead of the database's clock, or another process has taken the lease since `term`.
 */
export async function publishFrame(database: Queryable, frame: Frame, ticks: FrameTicks, term: number) {
  const { rows } = await database.query<{ published_ms: bigint }>({
    name: 'publish-frame',
    text: 'select market.publish_frame($1, $2::bigint[], $3::int[], $4::smallint[], $5::int[], $6::smallint[], $7::bigint[], $8::smallint[], $9, $10) as published_ms',
    values: [
      frame.slot,
      list(frame.prices),
      list(frame.agesMs),
      list(frame.states),
      list(frame.epochs),
      list(frame.sourceKinds),
      list(frame.volumes),
      list(ticks.sources),
      ticks.digest,
      term,
    ],
  })
  return Number(rows[0]?.published_ms)
}

/** Writes when instruments close and open; placement reads it. */
export async function writeSessions(
  database: Queryable,
  sessions: ReadonlyMap<number, FeedSession & { readonly stateCode: number }>,
): Promise<void> {
  const values = [...sessions.values()]
  await database.query('select market.write_sessions($1::int[], $2::smallint[], $3::bigint[], $4::bigint[])', [
    list([...sessions.keys()]),
    list(values.map((session) => session.stateCode)),
    list(values.map((session) => session.closesMs)),
    list(values.map((session) => session.opensMs)),
  ])
}

/** When each instrument closes and opens next, as the market role wrote it. */
export async function loadSessions(
  database: Queryable,
): Promise<Map<number, { closesMs: number | null; opensMs: number | null }>> {
  const { rows } = await database.query<Pick<market.SessionRow, 'instrument_id' | 'closes_ms' | 'opens_ms'>>(
    'select instrument_id, closes_ms, opens_ms from market.session',
  )
  const times = rows.map(
    (row) =>
      [row.instrument_id, { closesMs: numberOrNull(row.closes_ms), opensMs: numberOrNull(row.opens_ms) }] as const,
  )
  return new Map(times)
}

/** Stores the candles of a finished minute and merges them into the longer intervals. Idempotent. */
export async function storeMinute(database: Queryable, finished: FinishedCandles): Promise<void> {
  const candles = [...finished.candles.values()]
  await database.query(
    'select market.store_minute($1, $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])',
    [finished.startMs, list([...finished.candles.keys()]), ...prices(candles)],
  )
}

/** The role's limit is for frames: what a start reads and stores may take longer on a busy machine. */
const longStatements = `set local statement_timeout = '60s'`

/**
 * Stores generated candles in batches, in one transaction, before the first frame only. `untilMs` is their end. Throws
 * when the market already has frames or generated history.
 */
export async function storeHistory(
  database: Database,
  untilMs: number,
  batches: Iterable<ReadonlyMap<number, GeneratedHistory>>,
): Promise<void> {
  await withTransaction(database, async (client) => {
    await client.query(longStatements)
    for (const batch of batches) await storeHistoryBatch(client, untilMs, batch)
  })
}

async function storeHistoryBatch(
  client: PoolClient,
  untilMs: number,
  histories: ReadonlyMap<number, GeneratedHistory>,
): Promise<void> {
  const rows = [...histories].flatMap(([instrumentId, history]) =>
    [...history].flatMap(([interval, candles]) => candles.map((candle) => ({ instrumentId, interval, candle }))),
  )
  await client.query(
    'select market.store_history($1, $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])',
    [
      untilMs,
      list(rows.map((row) => row.instrumentId)),
      list(rows.map((row) => candleIntervalsMs[row.interval] / 1_000)),
      list(rows.map((row) => row.candle.startMs)),
      ...prices(rows.map((row) => row.candle)),
    ],
  )
}

/** Deletes data past its retention, at most `limit` frames. Returns the number of deleted frames. */
export const retainMarket = routine<[limit: number], number>('contract.retain_market')

/** Candles of one minute or longer before an instant, oldest first. */
export async function loadCandles(
  database: Queryable,
  wanted: { instrumentId: number; interval: CandleInterval; beforeMs: number; limit: number },
): Promise<Candle[]> {
  const { rows } = await database.query<market.CandleRow>(
    `select instrument_id, interval_seconds, start_ms, open, high, low, close, volume from market.candle
     where instrument_id = $1 and interval_seconds = $2 and start_ms < $3 order by start_ms desc limit $4`,
    [wanted.instrumentId, candleIntervalsMs[wanted.interval] / 1_000, wanted.beforeMs, wanted.limit],
  )
  return rows.map((row) => toStored(row).candle).toReversed()
}

/**
 * One instrument's column of the frames from `fromSlot` up to `toSlot` (excluded), in order: candles of
 * seconds are made of it.
 */
export async function loadColumn(
  database: Queryable,
  wanted: { instrumentId: number; fromSlot: number; toSlot: number },
): Promise<{ slot: number; price: bigint; state: number; volume: bigint }[]> {
  const { rows } = await database.query<
    Pick<market.FrameRow, 'slot'> & { readonly price: bigint; readonly state: number; readonly volume: bigint | null }
  >(
    'select slot, prices[$1] as price, states[$1] as state, volumes[$1] as volume from market.frame where slot >= $2 and slot < $3 and prices[$1] is not null order by slot',
    [wanted.instrumentId, wanted.fromSlot, wanted.toSlot],
  )
  return rows.map((row) => ({ slot: Number(row.slot), price: row.price, state: row.state, volume: row.volume ?? 0n }))
}

/** The newest slot before `before` that has a frame, or null. */
export async function loadNewestSlot(database: Queryable, beforeSlot: number): Promise<number | null> {
  const { rows } = await database.query<Pick<market.FrameRow, 'slot'>>(
    'select slot from market.frame where slot < $1 order by slot desc limit 1',
    [beforeSlot],
  )
  return rows[0] === undefined ? null : Number(rows[0].slot)
}

/** The newest candles of five minutes of every instrument, a day's worth, oldest first. */
async function loadDayCandles(database: Queryable): Promise<StoredCandle[]> {
  const { rows } = await database.query<market.CandleRow>(
    `select day.* from market.instrument cross join lateral (
       select candle.* from market.candle
       where candle.instrument_id = instrument.instrument_id and interval_seconds = 300 order by start_ms desc limit 288
     ) as day order by day.instrument_id, day.start_ms`,
  )
  return rows.map(toStored)
}

/** The stored part of the candles that contain an instant, every length from a minute on. */
async function loadCurrentCandles(database: Queryable, atMs: number): Promise<StoredCandle[]> {
  const { rows } = await database.query<market.CandleRow>(
    `select candle.* from market.instrument
     cross join (values (60), (300), (900), (3600), (14400), (86400)) as length (seconds)
     join market.candle on candle.instrument_id = instrument.instrument_id and interval_seconds = length.seconds
       and start_ms = $1::bigint - $1::bigint % (length.seconds * 1000::bigint)`,
    [atMs],
  )
  return rows.map(toStored)
}

/** All that a publisher of frames continues from: the last frame, the day's candles, and the frames in no candle. */
export async function loadPublished(database: Database, genesisMs: number) {
  return withTransaction(database, async (client) => {
    await client.query(longStatements)
    return {
      last: await loadLastFrame(client),
      day: await loadDayCandles(client),
      unstored: await loadFramesFrom(client, await firstUnstoredSlot(client, genesisMs)),
    }
  })
}

/** All that a view of the market starts from, in one snapshot; `atMs` is the start of the newest slot. */
export async function loadSnapshot(database: Database) {
  return withTransaction(database, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const clock = await loadClock(client)
    const frames = await loadFramesFrom(client, await firstUnstoredSlot(client, clock.genesisMs))
    const last = frames.at(-1) ?? (await loadLastFrame(client))
    const atMs = clock.genesisMs + (last?.slot ?? 0) * slotMs
    return {
      clock,
      frames,
      last,
      atMs,
      day: await loadDayCandles(client),
      current: await loadCurrentCandles(client, atMs),
    }
  })
}

/** The slot after the newest stored minute: frames from here on are in no stored candle. */
export async function firstUnstoredSlot(database: Queryable, genesisMs: number): Promise<number> {
  const { rows } = await database.query<{ start_ms: bigint | null }>(
    'select max(start_ms) as start_ms from market.candle where interval_seconds = 60',
  )
  const startMs = rows[0]?.start_ms ?? null
  return startMs === null ? 0 : Math.ceil((Number(startMs) + candleIntervalsMs['1m'] - genesisMs) / slotMs)
}

function toStored(row: market.CandleRow): StoredCandle {
  const { open, high, low, close, volume } = row
  return {
    instrumentId: row.instrument_id,
    interval: intervalOf(row.interval_seconds),
    candle: { startMs: Number(row.start_ms), open, high, low, close, volume },
  }
}

function intervalOf(seconds: number): CandleInterval {
  const intervals = Object.keys(candleIntervalsMs) as CandleInterval[]
  const interval = intervals.find((name) => candleIntervalsMs[name] === seconds * 1_000)
  if (interval === undefined) throw new Error(`no candle is ${seconds} s long`)
  return interval
}

function prices(candles: readonly Candle[]): string[] {
  return [
    list(candles.map((candle) => candle.open)),
    list(candles.map((candle) => candle.high)),
    list(candles.map((candle) => candle.low)),
    list(candles.map((candle) => candle.close)),
    list(candles.map((candle) => candle.volume)),
  ]
}

/** An array literal of PostgreSQL. Written here because the driver quotes every element, which is slow for frames. */
function list(values: readonly (bigint | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}
