import type { DeskFundingView } from '@candor/api/operator'
import { formatUnits } from '@candor/money'
import type { Pool } from 'pg'

interface FundingRow {
  readonly funding_id: bigint
  readonly desk_id: bigint
  readonly amount: bigint
  readonly reference: string
  readonly note: string
  readonly state: DeskFundingView['state']
  readonly proposed_by: bigint
  readonly proposer: string
  readonly proposed_ms: bigint
  readonly decided_by: bigint | null
  readonly decider: string | null
  readonly decided_ms: bigint | null
}

const select = `select f.*, proposer.name as proposer, decider.name as decider from ledger.desk_funding as f
  join operator.directory as proposer on proposer.operator_id = f.proposed_by
  left join operator.directory as decider on decider.operator_id = f.decided_by`

function viewOf(row: FundingRow): DeskFundingView {
  return {
    id: String(row.funding_id),
    subject: `desk-funding:${row.funding_id}`,
    deskId: String(row.desk_id),
    amount: formatUnits(row.amount),
    reference: row.reference,
    note: row.note,
    state: row.state,
    proposedBy: { operatorId: String(row.proposed_by), name: row.proposer },
    proposedMs: Number(row.proposed_ms),
    decidedBy:
      row.decided_by === null || row.decider === null
        ? null
        : { operatorId: String(row.decided_by), name: row.decider },
    decidedMs: row.decided_ms === null ? null : Number(row.decided_ms),
  }
}

/** A merchant's payments below an id (null: from the newest), newest first. */
export async function listFundings(
  pool: Pool,
  list: { readonly deskId: bigint; readonly beforeId: bigint | null; readonly limit: number },
): Promise<DeskFundingView[]> {
  const { rows } = await pool.query<FundingRow>(
    `${select} where f.desk_id = $1 and ($2::bigint is null or f.funding_id < $2) order by f.funding_id desc limit $3`,
    [list.deskId, list.beforeId, list.limit],
  )
  return rows.map(viewOf)
}

/** Reads one payment. Throws when the id does not exist. */
export async function readFunding(pool: Pool, id: bigint): Promise<DeskFundingView> {
  const { rows } = await pool.query<FundingRow>(`${select} where f.funding_id = $1`, [id])
  if (rows[0] === undefined) throw new Error(`no funding ${id}`)
  return viewOf(rows[0])
}

/** A payment proposed for a merchant. */
export interface WantedFunding {
  readonly requestId: string
  readonly deskId: bigint
  readonly units: bigint
  readonly reference: string
  readonly note: string
}

/**
 * Proposes a payment for the session's operator. Outcomes: `proposed` and `repeated`, which name the funding, or a
 * refusal. Throws CO001 and CO002.
 */
export async function proposeFunding(
  pool: Pool,
  secret: string,
  { requestId, deskId, units, reference, note }: WantedFunding,
): Promise<{ outcome: string; fundingId: bigint | null }> {
  const { rows } = await pool.query<{ outcome: string; funding_id: bigint | null }>(
    'select outcome, funding_id from ledger.propose_desk_funding($1, $2, $3, $4, $5, $6)',
    [secret, requestId, deskId, units, reference, note],
  )
  return { outcome: rows[0]?.outcome ?? '', fundingId: rows[0]?.funding_id ?? null }
}

/** Books another operator's proposal. False when it does not exist. Throws CO003 and CO004. */
export async function confirmFunding(pool: Pool, secret: string, id: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ outcome: string }>('select ledger.confirm_desk_funding($1, $2) as outcome', [
    secret,
    id,
  ])
  return rows[0]?.outcome === 'decided'
}

/** Rejects it. False when it does not exist. Throws CO004. */
export async function rejectFunding(pool: Pool, secret: string, id: bigint, note: string): Promise<boolean> {
  const { rows } = await pool.query<{ outcome: string }>('select ledger.reject_desk_funding($1, $2, $3) as outcome', [
    secret,
    id,
    note,
  ])
  return rows[0]?.outcome === 'decided'
}
