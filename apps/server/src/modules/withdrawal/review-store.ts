import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type * as operator from '../../../database/rows/operator.ts'
import type * as withdrawal from '../../../database/rows/withdrawal.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { operatorRoutine, routine } from '../../platform/postgres/routine.ts'
import type { Verdict } from '../../platform/verdict.ts'
import { assetCode } from '../ledger/index.ts'

/** One operator's part in a withdrawal. */
export interface Act {
  readonly operatorId: bigint
  readonly operator: string
  readonly atMs: number
}

/** Further facts about a withdrawal, for operators. */
export interface CaseFacts {
  readonly account: string
  readonly approvals: readonly Act[]
  readonly failings: readonly (Act & { readonly proof: string })[]
}

type ActRow = withdrawal.WithdrawalApprovalRow &
  Pick<withdrawal.WithdrawalFailingRow, 'proof'> &
  Known<Pick<operator.DirectoryRow, 'name'>>

/** The facts of these withdrawals by their number. */
export async function readCaseFacts(
  pool: Pool,
  withdrawalIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, CaseFacts>> {
  const actsOf = async (table: 'withdrawal_approval' | 'withdrawal_failing') => {
    const proof = table === 'withdrawal_failing' ? 'proof' : `''`
    const { rows } = await pool.query<ActRow>(
      `select withdrawal_id, operator_id, name, at_ms, ${proof} as proof from withdrawal.${table}
        join operator.directory using (operator_id)
       where withdrawal_id = any($1::bigint[]) order by at_ms, operator_id`,
      [withdrawalIds],
    )
    return Map.groupBy(rows, (row) => row.withdrawal_id)
  }
  const accounts = pool.query<
    Pick<withdrawal.WithdrawalRow, 'withdrawal_id'> & Pick<identity.CustomerRow, 'public_id'>
  >(
    `select withdrawal_id, public_id from withdrawal.withdrawal join identity.customer using (customer_id)
      where withdrawal_id = any($1::bigint[])`,
    [withdrawalIds],
  )
  const [{ rows }, approvals, failings] = await Promise.all([
    accounts,
    actsOf('withdrawal_approval'),
    actsOf('withdrawal_failing'),
  ])
  return new Map(
    rows.map(({ withdrawal_id: id, public_id: account }) => [
      id,
      {
        account,
        approvals: (approvals.get(id) ?? []).map(actOf),
        failings: (failings.get(id) ?? []).map((row) => ({ ...actOf(row), proof: row.proof })),
      },
    ]),
  )
}

function actOf(row: ActRow): Act {
  return { operatorId: row.operator_id, operator: row.name, atMs: Number(row.at_ms) }
}

/** The customer's data that a reviewer needs. */
export interface CaseCustomer {
  readonly registeredMs: number
  readonly kycState: 'none' | 'under-review' | 'verified' | 'rejected'
  readonly isEnabled: boolean
  readonly completed: number
  readonly failed: number
  readonly rejected: number
  readonly open: number
}

/** The customer, with the outcomes of their other withdrawals of this asset. */
export async function readCaseCustomer(
  pool: Pool,
  { customerId, asset, withdrawalId }: { customerId: bigint; asset: Asset; withdrawalId: bigint },
): Promise<CaseCustomer> {
  const { rows } = await pool.query<
    Pick<identity.CustomerRow, 'created_ms' | 'kyc_state'> & {
      readonly is_enabled: boolean
      readonly completed: bigint
      readonly failed: bigint
      readonly rejected: bigint
      readonly open: bigint
    }
  >(
    `select c.created_ms, c.kyc_state, c.state = 1 as is_enabled,
      count(*) filter (where w.state = 'completed') as completed,
       count(*) filter (where w.state = 'failed') as failed, count(*) filter (where w.state = 'rejected') as rejected,
       count(*) filter (where w.state in ('under-review', 'approved', 'sent')) as open
     from identity.customer as c
     left join withdrawal.withdrawal as w on w.customer_id = c.customer_id and w.asset = $2 and w.withdrawal_id <> $3
     where c.customer_id = $1 group by c.customer_id`,
    [customerId, assetCode(asset), withdrawalId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a withdrawal belongs to no customer')
  return {
    registeredMs: Number(row.created_ms),
    kycState: row.kyc_state,
    isEnabled: row.is_enabled,
    completed: Number(row.completed),
    failed: Number(row.failed),
    rejected: Number(row.rejected),
    open: Number(row.open),
  }
}

/** The result of a step: the state after it, `frozen`, `reference-taken`, or null for an unknown withdrawal. */
type Stepped = string | null

/** Approves or rejects. Throws CO001 to CO004 as all of these. */
export const decideWithdrawal = operatorRoutine<{ withdrawalId: bigint; verdict: Verdict; reason: string }, Stepped>(
  'withdrawal.decide_withdrawal',
  ({ withdrawalId, verdict, reason }) => [withdrawalId, verdict === 'approved' ? 'approve' : 'reject', reason],
)

/** Stores the reference of the payment. */
export const sendWithdrawal = routine<[secret: string, withdrawalId: bigint, reference: string], Stepped>(
  'withdrawal.send_withdrawal',
)

/** Books the payment. */
export const completeWithdrawal = routine<[secret: string, withdrawalId: bigint], Stepped>(
  'withdrawal.complete_withdrawal',
)

/** Reports that the payment was not made, with a text of proof. */
export const failWithdrawal = routine<[secret: string, withdrawalId: bigint, proof: string], Stepped>(
  'withdrawal.fail_withdrawal',
)
