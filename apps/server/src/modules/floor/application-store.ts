import type { MerchantApplicationCase } from '@candor/api/operator'
import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { callRoutine, operatorRoutine, routine } from '../../platform/postgres/routine.ts'
import type * as floor from '../../../database/rows/floor.ts'
import type * as identity from '../../../database/rows/identity.ts'
import type * as operator from '../../../database/rows/operator.ts'
import { authorOf } from './merchant-store.ts'
import type { Author } from './merchant-store.ts'

/** A customer's application for a desk. */
export interface ApplicationRecord {
  readonly applicationId: bigint
  readonly name: string
  readonly about: string
  /** The account number of the applicant. */
  readonly account: string
  readonly state: MerchantApplicationCase['state']
  readonly appliedMs: number
  readonly endorsedBy: Author | null
  readonly decidedBy: Author | null
  readonly decidedMs: number | null
}

/** Which applications to read: one, those of a customer, or those that are open or decided, below `before`. */
interface WantedApplications {
  readonly applicationId?: bigint
  readonly customerId?: bigint
  readonly isOpen?: boolean | null
  readonly before?: bigint | null
  readonly limit: number
}

/** Applications, newest first. */
export async function readApplications(pool: Pool, wanted: WantedApplications): Promise<ApplicationRecord[]> {
  const { rows } = await pool.query<
    Pick<
      floor.MerchantApplicationRow,
      'application_id' | 'name' | 'about' | 'state' | 'applied_ms' | 'endorsed_by' | 'decided_by' | 'decided_ms'
    > & {
      readonly account: identity.CustomerRow['public_id']
      readonly endorsed_name: operator.DirectoryRow['name']
      readonly decided_name: operator.DirectoryRow['name']
    }
  >(
    `select a.application_id, a.name, a.about, a.state, a.applied_ms, c.public_id as account, a.endorsed_by,
       one.name as endorsed_name, a.decided_by, two.name as decided_name, a.decided_ms
     from floor.merchant_application as a join identity.customer as c using (customer_id)
     left join operator.directory as one on one.operator_id = a.endorsed_by
     left join operator.directory as two on two.operator_id = a.decided_by
     where ($1::bigint is null or a.application_id = $1) and ($2::bigint is null or a.customer_id = $2)
       and ($3::boolean is null or (a.state in ('waiting', 'endorsed')) = $3)
       and ($4::bigint is null or a.application_id < $4)
     order by a.application_id desc limit $5`,
    [wanted.applicationId, wanted.customerId, wanted.isOpen, wanted.before, wanted.limit],
  )
  return rows.map((row) => ({
    applicationId: row.application_id,
    name: row.name,
    about: row.about,
    account: row.account,
    state: row.state,
    appliedMs: Number(row.applied_ms),
    endorsedBy: authorOf(row.endorsed_by, row.endorsed_name),
    decidedBy: authorOf(row.decided_by, row.decided_name),
    decidedMs: numberOrNull(row.decided_ms),
  }))
}

/** Applies for a customer. Returns `applied`, also for a repeat, or a refusal. */
export async function applyAsMerchant(
  pool: Pool,
  wish: { readonly customerId: bigint; readonly requestId: string; readonly name: string; readonly about: string },
): Promise<string> {
  return callRoutine<string>(pool, 'floor.apply_as_merchant', wish.customerId, wish.requestId, wish.name, wish.about)
}

/** Endorses or approves an application. Returns `endorsed`, `approved` or a refusal. Throws CO001 to CO004. */
export const approveApplication = routine<[secret: string, applicationId: bigint], string>('floor.approve_application')

/** Refuses an application. Returns false when it does not exist. Throws CO001, CO002 and CO004. */
export const refuseApplication = operatorRoutine<{ readonly applicationId: bigint; readonly note: string }, boolean>(
  'floor.refuse_application',
  ({ applicationId, note }) => [applicationId, note],
)
