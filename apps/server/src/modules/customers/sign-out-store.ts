import type { Pool } from 'pg'

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
  const { rows } = await pool.query<{ ended: bigint[] | null }>(
    'select security.sign_customer_out($1, $2, $3, $4) as ended',
    [secret, customerId, reason, note],
  )
  return rows[0]?.ended ?? null
}
