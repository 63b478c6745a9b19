import type { Pool } from 'pg'

/** What terms say, in units and slots. */
export interface TermsValues {
  readonly durationSlots: number
  readonly isOffered: boolean
  readonly stakeMinUnits: bigint
  readonly stakeMaxUnits: bigint
  readonly feeBps: number
  readonly payoutBps: number
  readonly maxOpenPayoutUnits: bigint
}

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

interface ValuesRow {
  duration_slots: number
  offered: boolean
  stake_min: bigint
  stake_max: bigint
  fee_bps: number
  payout_bps: number
  max_open_payout: bigint
}

function valuesOf(row: ValuesRow): TermsValues {
  return {
    durationSlots: row.duration_slots,
    isOffered: row.offered,
    stakeMinUnits: row.stake_min,
    stakeMaxUnits: row.stake_max,
    feeBps: row.fee_bps,
    payoutBps: row.payout_bps,
    maxOpenPayoutUnits: row.max_open_payout,
  }
}

type TermsRow = ValuesRow & { version: number; created_ms: bigint }

const termsColumns = `duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout, version,
  floor(extract(epoch from created_at) * 1000)::bigint as created_ms`

function termsOf(row: TermsRow): TermsRecord {
  return { ...valuesOf(row), version: row.version, createdMs: Number(row.created_ms) }
}

/** The catalogue with the newest terms of each duration, hidden instruments included. */
export async function readInstruments(pool: Pool, category: string | null): Promise<InstrumentRecord[]> {
  const { rows: instruments } = await pool.query<{
    instrument_id: number
    symbol: string
    name: string
    category: InstrumentRecord['category']
    hidden: boolean
    halted: boolean
  }>(
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
  const { rows } = await pool.query<{ instrument_id: number }>('select instrument_id from market.instrument where symbol = $1', [symbol])
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

interface Author {
  readonly operatorId: bigint
  readonly name: string
}

/** A proposal with the terms that it would follow. */
export interface ProposalRecord {
  readonly id: bigint
  readonly symbol: string
  readonly state: 'proposed' | 'confirmed' | 'rejected'
  readonly current: TermsRecord | null
  readonly wanted: TermsValues
  readonly note: string
  readonly proposedBy: Author
  readonly proposedMs: number
  readonly decidedBy: Author | null
  readonly decidedMs: number | null
}

interface ProposalRow extends ValuesRow {
  proposal_id: bigint
  symbol: string
  state: ProposalRecord['state']
  note: string
  proposed_by: bigint
  proposer: string
  proposed_ms: bigint
  decided_by: bigint | null
  decider: string | null
  decided_ms: bigint | null
  follows: TermsRow | null
}

const proposalSelect = `select p.*, i.symbol, proposer.name as proposer, decider.name as decider,
    case when f.terms_id is not null then jsonb_build_object('duration_slots', f.duration_slots, 'offered', f.offered,
      'stake_min', f.stake_min::text, 'stake_max', f.stake_max::text, 'fee_bps', f.fee_bps, 'payout_bps', f.payout_bps,
      'max_open_payout', f.max_open_payout::text, 'version', f.version,
      'created_ms', floor(extract(epoch from f.created_at) * 1000)::bigint) end as follows
  from market.terms_proposal as p join market.instrument as i using (instrument_id)
  join operator.directory as proposer on proposer.operator_id = p.proposed_by
  left join operator.directory as decider on decider.operator_id = p.decided_by
  left join market.terms as f on f.terms_id = p.follows`

function proposalOf(row: ProposalRow): ProposalRecord {
  const { follows } = row
  return {
    id: row.proposal_id,
    symbol: row.symbol,
    state: row.state,
    // Within JSON, what is money comes as text.
    current:
      follows === null
        ? null
        : termsOf({
            ...follows,
            stake_min: BigInt(follows.stake_min),
            stake_max: BigInt(follows.stake_max),
            max_open_payout: BigInt(follows.max_open_payout),
          }),
    wanted: valuesOf(row),
    note: row.note,
    proposedBy: { operatorId: row.proposed_by, name: row.proposer },
    proposedMs: Number(row.proposed_ms),
    decidedBy: row.decided_by === null || row.decider === null ? null : { operatorId: row.decided_by, name: row.decider },
    decidedMs: row.decided_ms === null ? null : Number(row.decided_ms),
  }
}

/** Proposals below an id (null: from the newest), newest first. */
export async function listProposals(
  pool: Pool,
  list: { readonly state: string | null; readonly beforeId: bigint | null; readonly limit: number },
): Promise<ProposalRecord[]> {
  const { rows } = await pool.query<ProposalRow>(
    `${proposalSelect} where p.proposal_id < coalesce($1::bigint, 9223372036854775807) and ($2::text is null or p.state = $2)
     order by p.proposal_id desc limit $3`,
    [list.beforeId, list.state, list.limit],
  )
  return rows.map(proposalOf)
}

/** One proposal. Throws where there is none with that id. */
export async function readProposal(pool: Pool, id: bigint): Promise<ProposalRecord> {
  const { rows } = await pool.query<ProposalRow>(`${proposalSelect} where p.proposal_id = $1`, [id])
  if (rows[0] === undefined) throw new Error(`no proposal ${id}`)
  return proposalOf(rows[0])
}

/** Proposes terms for the operator of a session. Answers the id. */
export async function proposeTerms(
  pool: Pool,
  secret: string,
  wanted: TermsValues & { readonly instrumentId: number; readonly note: string },
): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('select market.propose_terms($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id', [
    secret,
    wanted.instrumentId,
    wanted.durationSlots,
    wanted.isOffered,
    wanted.stakeMinUnits,
    wanted.stakeMaxUnits,
    wanted.feeBps,
    wanted.payoutBps,
    wanted.maxOpenPayoutUnits,
    wanted.note,
  ])
  if (rows[0] === undefined) throw new Error('market.propose_terms answered nothing')
  return rows[0].id
}

/** Confirms or rejects a proposal for the operator of a session. Throws CO003 and CO004. */
export async function decideTerms(
  pool: Pool,
  secret: string,
  decision: { readonly id: bigint; readonly isConfirmed: boolean; readonly note: string },
): Promise<'decided' | 'not-found' | 'terms-changed'> {
  const { rows } = await pool.query<{ outcome: 'decided' | 'not-found' | 'terms-changed' }>(
    'select market.decide_terms($1, $2, $3, $4) as outcome',
    [secret, decision.id, decision.isConfirmed, decision.note],
  )
  if (rows[0] === undefined) throw new Error('market.decide_terms answered nothing')
  return rows[0].outcome
}
