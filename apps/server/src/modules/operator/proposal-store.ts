import type { Pool } from 'pg'

/** An operator as an author, as the console shows them. */
interface Author {
  readonly operatorId: string
  readonly name: string
}

/** A version proposed by one operator and decided by another: the version in force, and the proposed values. */
export interface Proposal<Version, Values> {
  readonly id: string
  readonly state: 'proposed' | 'confirmed' | 'rejected'
  readonly current: Version | null
  readonly wanted: Values
  readonly note: string
  readonly proposedBy: Author
  readonly proposedMs: number
  readonly decidedBy: Author | null
  readonly decidedMs: number | null
}

/** Where proposals of a kind are stored, and how their rows are parsed. */
export interface ProposalPlace<Row, Version, Values> {
  /** As SQL: their table, or a query of it. */
  readonly relation: string
  /** The function that decides one. */
  readonly decide: string
  valuesOf(row: Row): Values
  /** Versions by their id: those that proposals follow. */
  readVersions(pool: Pool, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Version>>
}

interface ProposalRow {
  readonly proposal_id: bigint
  readonly state: 'proposed' | 'confirmed' | 'rejected'
  readonly follows: bigint | null
  readonly note: string
  readonly proposed_by: bigint
  readonly proposer: string
  readonly proposed_ms: bigint
  readonly decided_by: bigint | null
  readonly decider: string | null
  readonly decided_ms: bigint | null
}

/** Filter of proposals: those below an id (null: from the newest), newest first. */
export interface ProposalList {
  readonly state: string | null
  readonly beforeId: bigint | null
  readonly limit: number
}

const select = (
  relation: string,
) => `select p.*, proposer.name as proposer, decider.name as decider from ${relation} as p
  join operator.directory as proposer on proposer.operator_id = p.proposed_by
  left join operator.directory as decider on decider.operator_id = p.decided_by`

/** Proposals of a kind, newest first. */
export async function listProposals<Row, Version, Values>(
  pool: Pool,
  place: ProposalPlace<Row, Version, Values>,
  { state, beforeId, limit }: ProposalList,
): Promise<Proposal<Version, Values>[]> {
  const { rows } = await pool.query<ProposalRow & Row>(
    `${select(place.relation)} where ($1::bigint is null or p.proposal_id < $1) and ($2::text is null or p.state = $2)
     order by p.proposal_id desc limit $3`,
    [beforeId, state, limit],
  )
  return proposalsOf(pool, place, rows)
}

/** One proposal. Throws when the id does not exist. */
export async function readProposal<Row, Version, Values>(
  pool: Pool,
  place: ProposalPlace<Row, Version, Values>,
  id: bigint,
): Promise<Proposal<Version, Values>> {
  const { rows } = await pool.query<ProposalRow & Row>(`${select(place.relation)} where p.proposal_id = $1`, [id])
  const [found] = await proposalsOf(pool, place, rows)
  if (found === undefined) throw new Error(`${place.relation} has no proposal ${id}`)
  return found
}

async function proposalsOf<Row, Version, Values>(
  pool: Pool,
  place: ProposalPlace<Row, Version, Values>,
  rows: readonly (ProposalRow & Row)[],
): Promise<Proposal<Version, Values>[]> {
  const followed = rows.flatMap(({ follows }) => (follows === null ? [] : [follows]))
  const versions = await place.readVersions(pool, followed)
  return rows.map((row) => ({
    id: String(row.proposal_id),
    state: row.state,
    current: row.follows === null ? null : (versions.get(row.follows) ?? null),
    wanted: place.valuesOf(row),
    note: row.note,
    proposedBy: { operatorId: String(row.proposed_by), name: row.proposer },
    proposedMs: Number(row.proposed_ms),
    decidedBy:
      row.decided_by === null || row.decider === null
        ? null
        : { operatorId: String(row.decided_by), name: row.decider },
    decidedMs: row.decided_ms === null ? null : Number(row.decided_ms),
  }))
}

/** An operator's decision, with the session secret. */
export interface ProposalDecision {
  readonly secret: string
  readonly id: bigint
  readonly isConfirmed: boolean
  readonly note: string
}

/** Confirms or rejects a proposal. Throws CO001 to CO004. */
export async function decideProposal(
  pool: Pool,
  { decide }: Pick<ProposalPlace<never, unknown, unknown>, 'decide'>,
  { secret, id, isConfirmed, note }: ProposalDecision,
): Promise<'decided' | 'not-found' | 'terms-changed'> {
  const { rows } = await pool.query<{ outcome: 'decided' | 'not-found' | 'terms-changed' }>(
    `select ${decide}($1, $2, $3, $4) as outcome`,
    [secret, id, isConfirmed, note],
  )
  if (rows[0] === undefined) throw new Error(`${decide} answered nothing`)
  return rows[0].outcome
}
