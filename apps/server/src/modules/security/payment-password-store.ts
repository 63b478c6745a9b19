import type { Pool, PoolClient } from 'pg'
import type * as security from '../../../database/rows/security.ts'

/** A customer's payment password as stored. */
export interface StoredPaymentPassword {
  readonly passwordHash: string
  readonly failures: number
}

export async function findPaymentPassword(
  client: Pool | PoolClient,
  customerId: bigint,
): Promise<StoredPaymentPassword | null> {
  const { rows } = await client.query<Pick<security.PaymentPasswordRow, 'password_hash' | 'failures'>>(
    'select password_hash, failures from security.payment_password where customer_id = $1',
    [customerId],
  )
  return rows[0] === undefined ? null : { passwordHash: rows[0].password_hash, failures: rows[0].failures }
}

/**
 * Counts an attempt as failed before it is verified, unless `most` have failed. One statement, so concurrent attempts
 * count one after the other.
 */
export async function countAttempt(
  pool: Pool,
  customerId: bigint,
  most: number,
): Promise<StoredPaymentPassword | null> {
  const { rows } = await pool.query<Pick<security.PaymentPasswordRow, 'password_hash' | 'failures'>>(
    `update security.payment_password set failures = failures + 1 where customer_id = $1 and failures < $2
     returning password_hash, failures`,
    [customerId, most],
  )
  return rows[0] === undefined ? null : { passwordHash: rows[0].password_hash, failures: rows[0].failures }
}

/** Reverts an attempt that was never verified. */
export async function takeBackAttempt(pool: Pool, customerId: bigint): Promise<void> {
  await pool.query('update security.payment_password set failures = greatest(failures - 1, 0) where customer_id = $1', [
    customerId,
  ])
}

/**
 * Resets the failures after the right password, and stores its hash under the present key. False when the password was
 * changed meanwhile: then it was not right.
 */
export async function forgetAttempts(
  pool: Pool,
  customerId: bigint,
  hashes: { readonly fromHash: string; readonly toHash: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update security.payment_password set failures = 0, password_hash = $3
     where customer_id = $1 and password_hash = $2`,
    [customerId, hashes.fromHash, hashes.toHash],
  )
  return rowCount === 1
}

/** Replaces `fromHash`, or none or any when that is null. False when another change was faster. */
export async function putPaymentPassword(
  client: Pool | PoolClient,
  customerId: bigint,
  change: { readonly fromHash: string | null; readonly toHash: string; readonly setMs: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    change.fromHash === null
      ? `insert into security.payment_password as stored (customer_id, password_hash, set_ms) values ($1, $2, $3)
         on conflict (customer_id) do update set password_hash = excluded.password_hash, failures = 0,
           set_ms = excluded.set_ms`
      : `update security.payment_password set password_hash = $2, failures = 0, set_ms = $3 where customer_id = $1
        and password_hash = $4`,
    [customerId, change.toHash, change.setMs, ...(change.fromHash === null ? [] : [change.fromHash])],
  )
  return rowCount === 1
}
