import type { OutputOf, userInfo } from '@candor/api'
import pg from 'pg'
import type { Pool } from 'pg'
import type * as deposit from '../../../database/rows/deposit.ts'
import type * as identity from '../../../database/rows/identity.ts'
import type * as operator from '../../../database/rows/operator.ts'
import type { Verdict } from '../../platform/verdict.ts'
import type { DepositRecord } from './deposit.ts'

type KycState = OutputOf<typeof userInfo>['kycState']

/** The deposit's customer, for the reviewing operator. */
export interface CustomerRecord {
  readonly account: string
  readonly registeredMs: number
  readonly kycState: KycState
}

/** One operator's verdict on a deposit. */
export interface VerdictRecord {
  readonly depositId: bigint
  readonly operatorId: bigint
  readonly operator: string
  readonly isApproval: boolean
  readonly reference: string | null
  readonly atMs: number
}

/** The owners of deposits, by customer id. */
export async function readCustomers(
  pool: Pool,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, CustomerRecord>> {
  const { rows } = await pool.query<
    Pick<identity.CustomerRow, 'customer_id' | 'public_id' | 'created_ms' | 'kyc_state'>
  >(
    'select customer_id, public_id, created_ms, kyc_state from identity.customer where customer_id = any($1::bigint[])',
    [customerIds],
  )
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { account: row.public_id, registeredMs: Number(row.created_ms), kycState: row.kyc_state },
    ]),
  )
}

/** All verdicts on these deposits, in order. */
export async function readVerdicts(pool: Pool, depositIds: readonly bigint[]): Promise<VerdictRecord[]> {
  const { rows } = await pool.query<deposit.DepositVerdictRow & Pick<operator.DirectoryRow, 'name'>>(
    `select v.deposit_id, v.operator_id, d.name, v.is_approval, v.reference, v.at_ms
     from deposit.deposit_verdict as v left join operator.directory as d using (operator_id)
     where v.deposit_id = any($1::bigint[]) order by v.at_ms, v.operator_id`,
    [depositIds],
  )
  return rows.map((row) => ({
    depositId: row.deposit_id,
    operatorId: row.operator_id,
    operator: row.name ?? '',
    isApproval: row.is_approval,
    reference: row.reference,
    atMs: Number(row.at_ms),
  }))
}

/** The outcomes of a customer's other deposits. */
export async function countOthers(
  pool: Pool,
  { customerId, depositId }: Pick<DepositRecord, 'customerId' | 'depositId'>,
) {
  const { rows } = await pool.query<Pick<deposit.DepositRow, 'state'> & { readonly count: number }>(
    'select state, count(*)::integer as count from deposit.deposit where customer_id = $1 and deposit_id <> $2 group by state',
    [customerId, depositId],
  )
  const counted = new Map(rows.map(({ state, count }) => [state, count]))
  return {
    completed: counted.get('completed') ?? 0,
    rejected: counted.get('rejected') ?? 0,
    failed: (counted.get('failed') ?? 0) + (counted.get('lapsed') ?? 0),
    open: counted.get('under-review') ?? 0,
  }
}

/** An operator's verdict on a deposit: the reference of the voucher's transaction, or the reason for a rejection. */
export type DepositDecision =
  | { readonly verdict: Extract<Verdict, 'approved'>; readonly reference: string }
  | { readonly verdict: Extract<Verdict, 'rejected'>; readonly reason: NonNullable<DepositRecord['reason']> }

const outcomes = [
  'completed',
  'approved',
  'rejected',
  'not-found',
  'transaction-closed',
  'already-decided',
  'voucher-required',
  'transfer-known',
  'reference-used',
  'reference-differs',
  'no-price',
  'not-covered',
] as const
export type DecideOutcome = (typeof outcomes)[number]

/** The outcome of a decision. */
export interface Decided {
  readonly outcome: DecideOutcome
  readonly customerId: bigint | null
  readonly state: DepositRecord['state'] | null
}

/** Decides for the operator of a session. Throws CO001 and CO002 of the operators' functions. */
export async function decideDeposit(
  pool: Pool,
  secret: string,
  depositId: bigint,
  decision: DepositDecision,
): Promise<Decided> {
  const values =
    decision.verdict === 'approved'
      ? [secret, depositId, 'approve', decision.reference, null]
      : [secret, depositId, 'reject', null, decision.reason]
  try {
    const { rows } = await pool.query<deposit.DecideDepositResult & { readonly outcome: DecideOutcome }>(
      'select outcome, customer_id, deposit_state from deposit.decide_deposit($1, $2, $3, $4, $5)',
      values,
    )
    const [row] = rows
    if (row === undefined) throw new Error('a decision had no outcome')
    return { outcome: row.outcome, customerId: row.customer_id, state: row.deposit_state }
  } catch (fault) {
    const outcome = rolledBack(fault)
    if (outcome === null) throw fault
    return { outcome, customerId: null, state: null }
  }
}

/** Why an approval was rolled back, or null for an unexpected error. */
function rolledBack(fault: unknown): 'no-price' | 'not-covered' | null {
  if (!(fault instanceof pg.DatabaseError)) return null
  if (fault.code === 'CD001') return 'no-price'
  return fault.code === 'CD002' ? 'not-covered' : null
}
