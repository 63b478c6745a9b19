import type { Pool } from 'pg'
import type { ProposalColumns } from '../../../database/rows/proposal.ts'
import { knownName } from '../../platform/known-name.ts'
import type { Verdict } from '../../platform/verdict.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'

/** An operator as an author, as the console shows them. */
interface Author {
  readonly operatorId: string
  readonly name: string
}

/** The facts common to all proposals: one operator proposed it, and a second one may have decided it. */
export interface ProposalFacts<State extends string> {
  readonly id: string
  readonly state: State
  readonly note: string
  /** Null where the author is hidden from the reader. */
  readonly proposedBy: Author | null
  readonly proposedMs: number
  readonly decidedBy: Author | null
  readonly decidedMs: number | null
}

/** A proposal of a kind: the facts, and the kind's own details. */
export type Proposal<Details, State extends string> = ProposalFacts<State> & Details

/** Where proposals of a kind are stored, how their rows are parsed, and which SQL functions decide them. */
export interface ProposalKind<Row, Details, State extends string, Refusal extends string> {
  /** As SQL: a table, or a query of it, with the columns of the facts. */
  readonly relation: string
  /** The column by which a list may be limited to one owner, such as a customer. */
  readonly ownerColumn?: string
  readonly states: readonly State[]
  /** The SQL call that decides one: $1 the session's secret, $2 the id, $3 whether it is confirmed, $4 the note. */
  readonly decide: string
  /** Outcomes of confirming beside `decided` and `not-found`. */
  readonly refusals: readonly Refusal[]
  /** The details of proposals, in the order of their rows. */
  detailsOf(pool: Pool, rows: readonly Row[]): Promise<readonly Details[]>
}

/** The columns of the facts. */
interface FactsRow extends ProposalColumns {
  readonly proposal_id: bigint
  readonly state: string
  readonly proposer: string
  readonly decider: string | null
}

/** Filter of proposals: those below an id (null: from the newest), newest first. */
export interface ProposalList {
  readonly state: string | null
  /** Null for the proposals of every owner. */
  readonly ownerId: bigint | null
  readonly beforeId: bigint | null
  readonly limit: number
}

const select = (
  relation: string,
) => `select p.*, proposer.name as proposer, decider.name as decider from ${relation} as p
  join operator.directory as proposer on proposer.operator_id = p.proposed_by
  left join operator.directory as decider on decider.operator_id = p.decided_by`

/** Proposals of a kind, newest first. */
export async function listProposals<Row, Details, State extends string>(
  pool: Pool,
  kind: ProposalKind<Row, Details, State, string>,
  { state, ownerId, beforeId, limit }: ProposalList,
): Promise<Proposal<Details, State>[]> {
  const { rows } = await pool.query<FactsRow & Row>(
    `${select(kind.relation)}
     where ($1::bigint is null or p.proposal_id < $1) and ($2::text is null or p.state = $2)
       and ($3::bigint is null or ${kind.ownerColumn === undefined ? 'null' : `p.${kind.ownerColumn}`} = $3)
     order by p.proposal_id desc limit $4`,
    [beforeId, state, ownerId, limit],
  )
  return proposalsOf(pool, kind, rows)
}

/** One proposal. Throws when the id does not exist. */
export async function readProposal<Row, Details, State extends string>(
  pool: Pool,
  kind: ProposalKind<Row, Details, State, string>,
  id: bigint,
): Promise<Proposal<Details, State>> {
  const { rows } = await pool.query<FactsRow & Row>(`${select(kind.relation)} where p.proposal_id = $1`, [id])
  const [found] = await proposalsOf(pool, kind, rows)
  if (found === undefined) throw new Error(`${kind.relation} has no proposal ${id}`)
  return found
}

async function proposalsOf<Row, Details, State extends string>(
  pool: Pool,
  kind: ProposalKind<Row, Details, State, string>,
  rows: readonly (FactsRow & Row)[],
): Promise<Proposal<Details, State>[]> {
  const details = await kind.detailsOf(pool, rows)
  return rows.flatMap((row, index) => {
    const own = details[index]
    return own === undefined ? [] : [{ ...factsOf(row, kind.states), ...own }]
  })
}

function factsOf<State extends string>(row: FactsRow, states: readonly State[]): ProposalFacts<State> {
  return {
    id: String(row.proposal_id),
    state: knownName(states, row.state, `state of proposal ${row.proposal_id}`),
    note: row.note,
    proposedBy: { operatorId: String(row.proposed_by), name: row.proposer },
    proposedMs: Number(row.proposed_ms),
    decidedBy:
      row.decided_by === null || row.decider === null
        ? null
        : { operatorId: String(row.decided_by), name: row.decider },
    decidedMs: numberOrNull(row.decided_ms),
  }
}

/** An operator's decision, with the session secret. */
export interface ProposalDecision {
  readonly secret: string
  readonly id: bigint
  readonly verdict: Verdict
  readonly note: string
}

/** Confirms or rejects a proposal. Throws CO001 to CO004. */
export async function decideProposal<Refusal extends string>(
  pool: Pool,
  { decide, refusals }: Pick<ProposalKind<never, unknown, string, Refusal>, 'decide' | 'refusals'>,
  { secret, id, verdict, note }: ProposalDecision,
): Promise<'decided' | 'not-found' | Refusal> {
  const { rows } = await pool.query<{ outcome: string }>(`select ${decide} as outcome`, [
    secret,
    id,
    verdict === 'approved',
    note,
  ])
  const outcomes: readonly ('decided' | 'not-found' | Refusal)[] = ['decided', 'not-found', ...refusals]
  return knownName(outcomes, rows[0]?.outcome, `result of ${decide}`)
}
