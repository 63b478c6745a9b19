import type { CorrectionView } from '@candor/api/operator'
import { formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { assetCode, assetOf } from './ledger.ts'
import type { Invariant } from './ledger-invariant.ts'

interface CorrectionRow {
  correction_id: bigint
  customer_id: bigint
  public_id: string
  asset: number
  amount: bigint
  reason: CorrectionView['reason']
  note: string
  state: CorrectionView['state']
  proposed_by: bigint
  proposer: string
  proposed_ms: bigint
  decided_by: bigint | null
  decider: string | null
  decided_ms: bigint | null
}

const select = `select k.*, c.public_id, proposer.name as proposer, decider.name as decider
  from ledger.correction as k join identity.customer as c using (customer_id)
  join operator.directory as proposer on proposer.operator_id = k.proposed_by
  left join operator.directory as decider on decider.operator_id = k.decided_by`

function viewOf(row: CorrectionRow): CorrectionView {
  return {
    id: String(row.correction_id),
    customerId: String(row.customer_id),
    publicId: row.public_id,
    asset: assetOf(row.asset),
    amount: formatUnits(row.amount),
    reason: row.reason,
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

/** Filter of corrections: those below an id (null: from the newest). */
export interface CorrectionList {
  readonly state: CorrectionView['state'] | null
  readonly customerId: bigint | null
  readonly beforeId: bigint | null
  readonly limit: number
}

/** Corrections, newest first. */
export async function listCorrections(pool: Pool, list: CorrectionList): Promise<CorrectionView[]> {
  const { rows } = await pool.query<CorrectionRow>(
    `${select} where k.correction_id < coalesce($1::bigint, 9223372036854775807) and ($2::text is null or k.state = $2)
       and ($3::bigint is null or k.customer_id = $3)
     order by k.correction_id desc limit $4`,
    [list.beforeId, list.state, list.customerId, list.limit],
  )
  return rows.map(viewOf)
}

/** One correction. Throws when the id does not exist. */
export async function readCorrection(pool: Pool, id: bigint): Promise<CorrectionView> {
  const { rows } = await pool.query<CorrectionRow>(`${select} where k.correction_id = $1`, [id])
  if (rows[0] === undefined) throw new Error(`no correction ${id}`)
  return viewOf(rows[0])
}

/** A proposed correction. */
export interface WantedCorrection {
  readonly customerId: bigint
  readonly asset: Asset
  /** Positive: to the customer. */
  readonly amountUnits: bigint
  readonly reason: CorrectionView['reason']
  readonly note: string
}

/** Proposes a correction for the session's operator. Null for an unknown customer. */
export async function proposeCorrection(pool: Pool, secret: string, wanted: WantedCorrection): Promise<bigint | null> {
  const { rows } = await pool.query<{ id: bigint | null }>(
    'select ledger.propose_correction($1, $2, $3::smallint, $4, $5, $6) as id',
    [secret, wanted.customerId, assetCode(wanted.asset), wanted.amountUnits, wanted.reason, wanted.note],
  )
  return rows[0]?.id ?? null
}

type ConfirmOutcome = 'decided' | 'not-found' | 'insufficient-balance' | 'house-limit'

/** Books a correction that another operator proposed. Throws CO003 and CO004. */
export async function confirmCorrection(pool: Pool, secret: string, id: bigint): Promise<ConfirmOutcome> {
  const { rows } = await pool.query<{ outcome: ConfirmOutcome }>(
    'select ledger.confirm_correction($1, $2) as outcome',
    [secret, id],
  )
  if (rows[0] === undefined) throw new Error('ledger.confirm_correction answered nothing')
  return rows[0].outcome
}

/** Rejects a correction for the operator of a session. Throws CO004. */
export async function rejectCorrection(
  pool: Pool,
  secret: string,
  id: bigint,
  note: string,
): Promise<'decided' | 'not-found'> {
  const { rows } = await pool.query<{ outcome: 'decided' | 'not-found' }>(
    'select ledger.reject_correction($1, $2, $3) as outcome',
    [secret, id, note],
  )
  return rows[0]?.outcome === 'decided' ? 'decided' : 'not-found'
}

/** Invariants of corrections. */
export const correctionInvariants: readonly Invariant[] = [
  {
    name: 'every booked correction moved its amount once, between the house and its customer',
    scope: 'full-only',
    sql: `select coalesce(k.stripe, e.stripe) as stripe, format('correction %s is %s with %s, its customer got %s in %s entries', coalesce(k.correction_id, e.ref),
        coalesce(k.state, 'missing'), k.amount, e.posted, coalesce(e.entries, 0)) as detail
      from (select * from ledger.correction where state = 'booked') as k
      full join (select e.ref, e.stripe, e.seq, sum(e.d_posted) filter (where a.kind = 'available') as posted,
          sum(e.d_posted) filter (where a.kind = 'bankroll') as house, min(e.account_id) filter (where a.kind = 'available') as account_id,
          count(*) as entries, sum(abs(e.d_held)) as held
        from ledger.entry as e join ledger.account as a using (account_id) where e.kind = 'correction' group by e.ref, e.stripe, e.seq) as e
        on e.ref = k.correction_id and e.stripe = k.stripe and e.seq = k.seq
      where (k.amount, -k.amount, k.account_id, 2::bigint, 0::numeric) is distinct from (e.posted::bigint, e.house::bigint, e.account_id, e.entries, e.held)`,
  },
]
