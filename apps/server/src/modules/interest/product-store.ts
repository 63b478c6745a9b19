import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { assetCode, assetOf } from '../ledger/index.ts'

/** What a version of a product says, in units. */
export interface ProductValues {
  readonly asset: Asset
  readonly durationMs: number
  readonly isOpen: boolean
  readonly dailyRatePpm: number
  readonly minimumUnits: bigint
  readonly maximumUnits: bigint
}

/** A version of a product. */
export interface VersionRecord extends ProductValues {
  readonly version: number
  readonly createdMs: number
}

/** The newest version of a product, with the sums over the orders of all its versions. */
export interface ProductSums extends VersionRecord {
  readonly earningOrders: number
  readonly earningUnits: bigint
  readonly reservedUnits: bigint
  readonly paidUnits: bigint
}

/** What the house has for interest in an asset. */
export interface Coverage {
  readonly asset: Asset
  readonly fundsUnits: bigint
  readonly reservedUnits: bigint
}

interface ValuesRow {
  readonly asset: number
  readonly duration_ms: bigint
  readonly is_open: boolean
  readonly daily_rate_ppm: number
  readonly minimum: bigint
  readonly maximum: bigint
}

type VersionRow = ValuesRow & { readonly version: number; readonly created_ms: bigint }

function valuesOf(row: ValuesRow): ProductValues {
  return {
    asset: assetOf(row.asset),
    durationMs: Number(row.duration_ms),
    isOpen: row.is_open,
    dailyRatePpm: row.daily_rate_ppm,
    minimumUnits: row.minimum,
    maximumUnits: row.maximum,
  }
}

function versionOf(row: VersionRow): VersionRecord {
  return { ...valuesOf(row), version: row.version, createdMs: Number(row.created_ms) }
}

/** Every product with its sums, by asset and length. */
export async function listProductSums(pool: Pool): Promise<ProductSums[]> {
  const { rows } = await pool.query<VersionRow & { orders: bigint; earning: bigint; reserved: bigint; paid: bigint }>(
    `select p.*, coalesce(s.orders, 0) as orders, coalesce(s.earning, 0)::bigint as earning, coalesce(s.reserved, 0)::bigint as reserved,
       coalesce(s.paid, 0)::bigint as paid
     from (select distinct on (asset, duration_ms) * from ledger.interest_product order by asset, duration_ms, version desc) as p
     left join (select asset, duration_ms, count(*) filter (where state = 'earning') as orders, sum(amount) filter (where state = 'earning') as earning,
         sum(interest) filter (where state = 'earning') as reserved, sum(interest) filter (where state = 'matured') as paid
       from ledger.term group by asset, duration_ms) as s using (asset, duration_ms)
     order by asset, duration_ms`,
  )
  return rows.map((row) => ({
    ...versionOf(row),
    earningOrders: Number(row.orders),
    earningUnits: row.earning,
    reservedUnits: row.reserved,
    paidUnits: row.paid,
  }))
}

/** What the house has for interest in each asset. */
export async function readCoverage(pool: Pool): Promise<Coverage[]> {
  const { rows } = await pool.query<{ asset: number; funds: bigint; reserved: bigint }>(
    `select asset, sum(posted)::bigint as funds, sum(held)::bigint as reserved from ledger.account where kind = 'interest' group by asset order by asset`,
  )
  return rows.map((row) => ({ asset: assetOf(row.asset), fundsUnits: row.funds, reservedUnits: row.reserved }))
}

interface Author {
  readonly operatorId: bigint
  readonly name: string
}

/** A proposal with the version that it would follow. */
export interface ProposalRecord {
  readonly id: bigint
  readonly state: 'proposed' | 'confirmed' | 'rejected'
  readonly current: VersionRecord | null
  readonly wanted: ProductValues
  readonly note: string
  readonly proposedBy: Author
  readonly proposedMs: number
  readonly decidedBy: Author | null
  readonly decidedMs: number | null
}

interface ProposalRow extends ValuesRow {
  readonly proposal_id: bigint
  readonly state: ProposalRecord['state']
  readonly note: string
  readonly proposed_by: bigint
  readonly proposer: string
  readonly proposed_ms: bigint
  readonly decided_by: bigint | null
  readonly decider: string | null
  readonly decided_ms: bigint | null
  readonly follows: bigint | null
  readonly follows_version: number | null
  readonly follows_is_open: boolean | null
  readonly follows_rate: number | null
  readonly follows_minimum: bigint | null
  readonly follows_maximum: bigint | null
  readonly follows_created_ms: bigint | null
}

const proposalSelect = `select p.*, proposer.name as proposer, decider.name as decider, f.version as follows_version, f.is_open as follows_is_open,
    f.daily_rate_ppm as follows_rate, f.minimum as follows_minimum, f.maximum as follows_maximum, f.created_ms as follows_created_ms
  from ledger.interest_proposal as p
  join operator.directory as proposer on proposer.operator_id = p.proposed_by
  left join operator.directory as decider on decider.operator_id = p.decided_by
  left join ledger.interest_product as f on f.product_id = p.follows`

function followedBy(row: ProposalRow): VersionRecord | null {
  const { follows_version: version, follows_is_open: isOpen, follows_rate: dailyRatePpm, follows_created_ms: createdMs } = row
  const { follows_minimum: minimumUnits, follows_maximum: maximumUnits } = row
  if (version === null || isOpen === null || dailyRatePpm === null || createdMs === null) return null
  if (minimumUnits === null || maximumUnits === null) return null
  // A version follows one of the same asset and length.
  const { asset, durationMs } = valuesOf(row)
  return { asset, durationMs, version, isOpen, dailyRatePpm, minimumUnits, maximumUnits, createdMs: Number(createdMs) }
}

function proposalOf(row: ProposalRow): ProposalRecord {
  return {
    id: row.proposal_id,
    state: row.state,
    current: followedBy(row),
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
    `${proposalSelect} where ($1::bigint is null or p.proposal_id < $1) and ($2::text is null or p.state = $2)
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

/** Proposes a version for the operator of a session. Answers the id. */
export async function proposeInterest(pool: Pool, secret: string, wanted: ProductValues & { readonly note: string }): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('select ledger.propose_interest($1, $2, $3, $4, $5, $6, $7, $8) as id', [
    secret,
    assetCode(wanted.asset),
    wanted.durationMs,
    wanted.isOpen,
    wanted.dailyRatePpm,
    wanted.minimumUnits,
    wanted.maximumUnits,
    wanted.note,
  ])
  if (rows[0] === undefined) throw new Error('ledger.propose_interest answered nothing')
  return rows[0].id
}

/** Confirms or rejects a proposal for the operator of a session. Throws CO003 and CO004. */
export async function decideInterest(
  pool: Pool,
  secret: string,
  decision: { readonly id: bigint; readonly isConfirmed: boolean; readonly note: string },
): Promise<'decided' | 'not-found' | 'terms-changed'> {
  const { rows } = await pool.query<{ outcome: 'decided' | 'not-found' | 'terms-changed' }>(
    'select ledger.decide_interest($1, $2, $3, $4) as outcome',
    [secret, decision.id, decision.isConfirmed, decision.note],
  )
  if (rows[0] === undefined) throw new Error('ledger.decide_interest answered nothing')
  return rows[0].outcome
}

/** Offers the products of a sandbox. As the owner only; a repeat changes nothing. */
export async function openSandboxInterest(owner: Pool): Promise<void> {
  await owner.query('select ledger.open_sandbox_interest()')
}
