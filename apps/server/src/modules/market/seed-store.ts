import type { Pool, PoolClient } from 'pg'
import type * as market from '../../../database/rows/market.ts'
import { withTransaction } from '../../platform/postgres/pool.ts'
import type { Instrument } from './catalogue.ts'
import type { Terms } from './opening-terms.ts'

/** The owner's connections, opaque to the code that passes them on. */
export type OwnerDatabase = Pool

/** The initial content of a market. */
export interface MarketSeed {
  readonly genesisMs: number
  readonly catalogue: readonly Instrument[]
  /** The names of all sources, in the order of their numbers from 1. */
  readonly sources: readonly string[]
  readonly termsOf: (instrument: Instrument) => readonly Terms[]
}

/** Inserts the missing parts of a seed in one transaction. Returns the number of added terms. */
export async function insertSeed(owner: OwnerDatabase, seed: MarketSeed): Promise<number> {
  return withTransaction(owner, async (client) => {
    await insertGenesis(client, seed.genesisMs)
    await insertSources(client, seed.sources)
    for (const instrument of seed.catalogue) await insertInstrument(client, instrument)
    const known = await loadInstrumentsWithTerms(client)
    return insertChangedTerms(
      client,
      seed.catalogue
        .filter((instrument) => !known.has(instrument.id))
        .flatMap((instrument) => seed.termsOf(instrument)),
    )
  })
}

/** Sets genesis once; an existing genesis stays. */
async function insertGenesis(owner: PoolClient, genesisMs: number): Promise<void> {
  await owner.query('insert into market.clock (genesis_ms) values ($1) on conflict do nothing', [genesisMs])
}

/** Adds the sources that have no number yet. Throws where a number is another source's: numbers are for good. */
async function insertSources(owner: PoolClient, names: readonly string[]): Promise<void> {
  await owner.query(
    `insert into market.source (number, name)
     select number, name from unnest($1::text[]) with ordinality as given (name, number)
     where not exists (select from market.source where (source.number, source.name) = (given.number, given.name))`,
    [names],
  )
}

/** Adds an instrument that the catalogue does not have; one that it has stays as operators left it. */
async function insertInstrument(owner: PoolClient, instrument: Instrument): Promise<void> {
  await owner.query(
    `insert into market.instrument (instrument_id, symbol, category, base, quote, name, exchange, exchange_symbol,
      tick_decimals, tick_units,
       price_decimals, calendar_id, entry_delay_slots, stale_after_ms, max_spread_bps, outlier_bps,
       max_step_bps, min_fresh_sources, fresh_ms, agreement_ppm, hidden, halted, simulation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
     on conflict (instrument_id) do nothing`,
    [
      instrument.id,
      instrument.symbol,
      instrument.category,
      instrument.base,
      instrument.quote,
      instrument.name,
      instrument.exchange,
      instrument.exchangeSymbol,
      instrument.tickDecimals,
      instrument.tickUnits,
      instrument.priceDecimals,
      instrument.calendarId,
      instrument.entryDelaySlots,
      instrument.staleAfterMs,
      instrument.maxSpreadBps,
      instrument.outlierBps,
      instrument.maxStepBps,
      instrument.minFreshSources,
      instrument.freshMs,
      instrument.agreementPpm,
      instrument.isHidden,
      instrument.isHalted,
      { ...instrument.simulation, sigma30sTicks: String(instrument.simulation.sigma30sTicks) },
    ],
  )
}

/** Shows the instruments with these symbols, and hides all others. */
export async function showOnly(owner: OwnerDatabase, symbols: readonly string[]): Promise<void> {
  await owner.query(
    `update market.instrument set hidden = symbol <> all ($1::text[])
     where hidden is distinct from (symbol <> all ($1::text[]))`,
    [symbols],
  )
}

/** Adds a new version of the terms of each instrument and duration whose current terms differ. */
export async function insertChangedTerms(owner: PoolClient, terms: readonly Terms[]): Promise<number> {
  const { rowCount } = await owner.query(
    `insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
      payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
     select given.instrument_id, given.duration_slots, coalesce(current.version, 0) + 1, given.offered,
       given.stake_min, given.stake_max,
       given.fee_bps, given.payout_bps, given.max_open_payout, given.entry_window_slots, given.exit_window_slots
     from unnest($1::int[], $2::int[], $3::bool[], $4::bigint[], $5::bigint[], $6::int[], $7::int[], $8::bigint[],
       $9::int[], $10::int[])
       as given (instrument_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout,
         entry_window_slots, exit_window_slots)
     left join lateral (
       select * from market.terms where terms.instrument_id = given.instrument_id
         and terms.duration_slots = given.duration_slots
       order by version desc limit 1
     ) as current on true
     where current.version is null
       or (current.offered, current.stake_min, current.stake_max, current.fee_bps, current.payout_bps,
           current.max_open_payout, current.entry_window_slots, current.exit_window_slots)
          is distinct from (given.offered, given.stake_min, given.stake_max, given.fee_bps, given.payout_bps,
            given.max_open_payout, given.entry_window_slots, given.exit_window_slots)
     order by given.instrument_id, given.duration_slots`,
    [
      terms.map((row) => row.instrumentId),
      terms.map((row) => row.durationSlots),
      terms.map((row) => row.isOffered),
      terms.map((row) => row.stakeMinUnits),
      terms.map((row) => row.stakeMaxUnits),
      terms.map((row) => row.feeBps),
      terms.map((row) => row.payoutBps),
      terms.map((row) => row.maxOpenPayoutUnits),
      terms.map((row) => row.entryWindowSlots),
      terms.map((row) => row.exitWindowSlots),
    ],
  )
  return rowCount ?? 0
}

/** Whether terms exist for an instrument: from then on operators keep them. */
async function loadInstrumentsWithTerms(owner: PoolClient): Promise<Set<number>> {
  const { rows } = await owner.query<Pick<market.TermsRow, 'instrument_id'>>(
    'select distinct instrument_id from market.terms',
  )
  return new Set(rows.map((row) => row.instrument_id))
}
