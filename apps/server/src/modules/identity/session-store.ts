import type { Pool, PoolClient } from 'pg'
import type { Principal } from '../../platform/principal.ts'

/** A session about to be stored. */
export interface NewSession {
  readonly customerId: bigint
  readonly tokenHash: Buffer
  readonly device: string
  readonly network: string
  readonly createdMs: number
}

export async function insertSession(client: Pool | PoolClient, session: NewSession): Promise<void> {
  await client.query(
    'insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms) values ($1, $2, $3, $4, $5, $5)',
    [session.customerId, session.tokenHash, session.device, session.network, session.createdMs],
  )
}

interface SessionRow {
  session_id: bigint
  customer_id: bigint
  last_used_ms: bigint
  state: number
  kyc_state: Principal['kycState']
}

/** The session of a token that was used since `usedSinceMs` and is not revoked, with the customer's state. */
export async function findSession(
  pool: Pool,
  hash: Buffer,
  usedSinceMs: number,
): Promise<{ principal: Principal; lastUsedMs: number } | null> {
  const { rows } = await pool.query<SessionRow>(
    `select s.session_id, s.customer_id, s.last_used_ms, c.state, c.kyc_state
     from identity.session s join identity.customer c using (customer_id)
     where s.token_hash = $1 and s.revoked_ms is null and s.last_used_ms > $2`,
    [hash, usedSinceMs],
  )
  const row = rows[0]
  if (row === undefined) return null
  const principal = { customerId: row.customer_id, sessionId: row.session_id, isEnabled: row.state === 1, kycState: row.kyc_state }
  return { principal, lastUsedMs: Number(row.last_used_ms) }
}

export async function touchSession(pool: Pool, sessionId: bigint, nowMs: number): Promise<void> {
  await pool.query('update identity.session set last_used_ms = greatest(last_used_ms, $2) where session_id = $1 and revoked_ms is null', [
    sessionId,
    nowMs,
  ])
}

export async function revokeSession(pool: Pool, sessionId: bigint, nowMs: number): Promise<void> {
  await pool.query('update identity.session set revoked_ms = $2 where session_id = $1 and revoked_ms is null', [sessionId, nowMs])
}

/** Deletes sessions that nobody used since then; a revoked one counts by its last use, too. */
export async function deleteIdleSessions(pool: Pool, usedBeforeMs: number): Promise<void> {
  await pool.query('delete from identity.session where last_used_ms <= $1', [usedBeforeMs])
}
