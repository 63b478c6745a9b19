import type { Pool } from 'pg'
import { callRoutine } from '../../platform/postgres/routine.ts'

/** An operator's wish to end the sessions of a customer. */
export interface SignOut {
  /** The secret of the operator's session, which the database verifies. */
  readonly secret: string
  readonly customerId: bigint
  readonly reason: string
  readonly note: string
}

/** Ends them, with a message to the customer. Returns the ended sessions; null for an unknown customer. */
export async function signCustomerOut(
  pool: Pool,
  { secret, customerId, reason, note }: SignOut,
): Promise<readonly bigint[] | null> {
  return callRoutine<bigint[] | null>(pool, 'security.sign_customer_out', secret, customerId, reason, note)
}
