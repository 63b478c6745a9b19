import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'

/** The effect of an earlier call with the same request id. */
export interface Registration {
  readonly fingerprint: Buffer
  readonly customerId: bigint
  readonly createdMs: number
}

export async function findRegistration(client: Pool | PoolClient, requestId: string): Promise<Registration | null> {
  const { rows } = await client.query<Pick<identity.RegistrationRow, 'fingerprint' | 'customer_id' | 'created_ms'>>(
    'select fingerprint, customer_id, created_ms from identity.registration where request_id = $1',
    [requestId],
  )
  const row = rows[0]
  return row === undefined
    ? null
    : { fingerprint: row.fingerprint, customerId: row.customer_id, createdMs: Number(row.created_ms) }
}

export async function insertRegistration(
  client: PoolClient,
  requestId: string,
  registration: Registration,
): Promise<void> {
  await client.query(
    'insert into identity.registration (request_id, fingerprint, customer_id, created_ms) values ($1, $2, $3, $4)',
    [requestId, registration.fingerprint, registration.customerId, registration.createdMs],
  )
}

export async function deleteRegistrations(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from identity.registration where created_ms < $1', [beforeMs])
}
