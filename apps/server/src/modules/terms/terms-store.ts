import { unitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import type * as market from '../../../database/rows/market.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import { versionProposals } from '../operator/index.ts'
import type { TermsValues } from './terms.ts'

/** A version of terms. */
export interface TermsRecord extends TermsValues {
  readonly version: number
  readonly createdMs: number
}

/** An instrument with the newest terms of each duration. */
export interface InstrumentRecord {
  readonly instrumentId: number
  readonly symbol: string
  readonly name: string
  readonly category: 'futures' | 'forex' | 'crypto'
  readonly isHidden: boolean
  readonly isHalted: boolean
  readonly terms: TermsRecord[]
}

type ValuesRow = Pick<
  market.TermsProposalRow,
  | 'duration_slots'
  | 'offered'
  | 'stake_min'
  | 'stake_max'
  | 'fee_bps'
  | 'payout_bps'
  | 'max_open_payout'
  | 'entry_window_slots'
  | 'exit_window_slots'
>

function valuesOf(row: ValuesRow): TermsValues {
  return {
    durationSlots: row.duration_slots,
    isOffered: row.offered,
    stakeMinUnits: unitsOfEach(row.stake_min),
    stakeMaxUnits: unitsOfEach(row.stake_max),
    feeBps: row.fee_bps,
    payoutBps: row.payout_bps,
    maxOpenPayoutUnits: unitsOfEach(row.max_open_payout),
    entryWindowSlots: row.entry_window_slots,
    exitWindowSlots: row.exit_window_slots,
  }
}

type TermsRow = ValuesRow & { version: number; created_ms: bigint }

const termsColumns = `duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout,
  entry_window_slots, exit_window_slots, version, floor(extract(epoch from created_at) * 1000)::bigint as created_ms`

function termsOf(row: TermsRow): TermsRecord {
  return { ...valuesOf(row), version: row.version, createdMs: Number(row.created_ms) }
}

/** The catalogue with the newest terms of each duration, hidden instruments included. */
export async function readInstruments(pool: Pool, category: string | null): Promise<InstrumentRecord[]> {
  const { rows: instruments } = await pool.query<
    Pick<market.InstrumentRow, 'instrument_id' | 'symbol' | 'name' | 'category' | 'hidden' | 'halted'>
  >(
    `select instrument_id, symbol, name, category, hidden, halted from market.instrument
     where $1::text is null or category = $1 order by instrument_id`,
    [category],
  )
  const { rows: terms } = await pool.query<TermsRow & { instrument_id: number }>(
    `select distinct on (instrument_id, duration_slots) instrument_id, ${termsColumns} from market.terms
     where instrument_id = any($1::int[]) order by instrument_id, duration_slots, version desc`,
    [instruments.map((row) => row.instrument_id)],
  )
  const byInstrument = Map.groupBy(terms, (row) => row.instrument_id)
  return instruments.map(({ instrument_id: instrumentId, hidden, halted, ...row }) => ({
    ...row,
    instrumentId,
    isHidden: hidden,
    isHalted: halted,
    terms: (byInstrument.get(instrumentId) ?? []).map(termsOf),
  }))
}

/** The id of an instrument; null for a symbol that no instrument has. */
export async function findInstrumentId(pool: Pool, symbol: string): Promise<number | null> {
  const { rows } = await pool.query<Pick<market.InstrumentRow, 'instrument_id'>>(
    'select instrument_id from market.instrument where symbol = $1',
    [symbol],
  )
  return rows[0]?.instrument_id ?? null
}

/** Every version of the terms of an instrument and duration, newest first. */
export async function readVersions(pool: Pool, instrumentId: number, durationSlots: number): Promise<TermsRecord[]> {
  const { rows } = await pool.query<TermsRow>(
    `select ${termsColumns} from market.terms where instrument_id = $1 and duration_slots = $2 order by version desc`,
    [instrumentId, durationSlots],
  )
  return rows.map(termsOf)
}

/** Proposed terms. */
export const termsProposals = versionProposals<
  ValuesRow & { readonly symbol: string },
  TermsRecord,
  TermsValues & { readonly symbol: string }
>({
  relation: '(select t.*, i.symbol from market.terms_proposal as t join market.instrument as i using (instrument_id))',
  kind: 'terms',
  valuesOf: (row) => ({ ...valuesOf(row), symbol: row.symbol }),
  async readVersions(pool, ids) {
    const { rows } = await pool.query<TermsRow & { readonly terms_id: bigint }>(
      `select terms_id, ${termsColumns} from market.terms where terms_id = any($1::bigint[])`,
      [ids],
    )
    return new Map(rows.map((row) => [row.terms_id, termsOf(row)]))
  },
})

/** Proposes contract terms for the session's operator. Returns the id. */
export async function proposeTerms(
  pool: Pool,
  secret: string,
  wanted: TermsValues & { readonly instrumentId: number; readonly note: string },
): Promise<bigint> {
  return callRoutine<bigint>(
    pool,
    'market.propose_terms',
    secret,
    wanted.instrumentId,
    wanted.durationSlots,
    wanted.isOffered,
    wanted.stakeMinUnits,
    wanted.stakeMaxUnits,
    wanted.feeBps,
    wanted.payoutBps,
    wanted.maxOpenPayoutUnits,
    wanted.entryWindowSlots,
    wanted.exitWindowSlots,
    wanted.note,
  )
}
