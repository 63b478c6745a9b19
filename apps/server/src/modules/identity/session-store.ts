import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type { Principal } from '../../platform/principal.ts'
import type { SessionLimits } from './identity.ts'

/** A session about to be stored. */
export interface NewSession {
  readonly customerId: bigint
  readonly tokenHash: Buffer
  readonly device: string
  readonly network: string
  readonly createdMs: number
  /** Valid for customer service only, until the account is enabled. */
  readonly isSupportOnly: boolean
}

export async function insertSession(client: Pool | PoolClient, session: NewSession): Promise<void> {
  await client.query(
    'insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms, is_support_only) values ($1, $2, $3, $4, $5, $5, $6)',
    [session.customerId, session.tokenHash, session.device, session.network, session.createdMs, session.isSupportOnly],
  )
}

type SessionRow = Pick<identity.SessionRow, 'token_hash' | 'session_id' | 'customer_id' | 'last_used_ms'> &
  Pick<identity.CustomerRow, 'state' | 'kyc_state'>

/** A session that a token opens. */
export interface FoundSession {
  readonly tokenHash: Buffer
  readonly principal: Principal
  readonly lastUsedMs: number
}

/**
 * Those sessions of tokens that are within the limits and not revoked, with their customers' states, in no order.
 */
export async function findSessions(
  pool: Pool,
  hashes: readonly Buffer[],
  { usedSinceMs, openedSinceMs }: SessionLimits,
): Promise<FoundSession[]> {
  const { rows } = await pool.query<SessionRow>({
    name: 'identity-find-sessions',
    text: `select s.token_hash, s.session_id, s.customer_id, s.last_used_ms, c.state, c.kyc_state
     from identity.session s join identity.customer c using (customer_id)
     where s.token_hash = any($1::bytea[]) and s.revoked_ms is null and s.last_used_ms > $2
       and s.created_ms > $3 and not (s.is_support_only and c.state = 1)`,
    values: [hashes, usedSinceMs, openedSinceMs],
  })
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    principal: {
      customerId: row.customer_id,
      sessionId: row.session_id,
      isEnabled: row.state === 1,
      kycState: row.kyc_state,
    },
    lastUsedMs: Number(row.last_used_ms),
  }))
}

export async function touchSession(pool: Pool, sessionId: bigint, nowMs: number): Promise<void> {
  await pool.query(
    'update identity.session set last_used_ms = greatest(last_used_ms, $2) where session_id = $1 and revoked_ms is null',
    [sessionId, nowMs],
  )
}

/** A session as its customer sees it. */
export interface StoredSession {
  readonly sessionId: bigint
  readonly device: string
  readonly network: string
  readonly createdMs: number
  readonly lastUsedMs: number
}

type StoredSessionRow = Pick<identity.SessionRow, 'session_id' | 'device' | 'network' | 'created_ms' | 'last_used_ms'>

/** The valid sessions of a customer, the given one first, then the last used. */
export async function listSessions(
  pool: Pool,
  customerId: bigint,
  list: SessionLimits & { readonly firstId: bigint; readonly limit: number },
): Promise<StoredSession[]> {
  const { rows } = await pool.query<StoredSessionRow>(
    `select session_id, device, network, created_ms, last_used_ms from identity.session
     where customer_id = $1 and revoked_ms is null and last_used_ms > $3 and created_ms > $5
       and not is_support_only
     order by session_id = $2 desc, last_used_ms desc, session_id desc limit $4`,
    [customerId, list.firstId, list.usedSinceMs, list.limit, list.openedSinceMs],
  )
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    network: row.network,
    createdMs: Number(row.created_ms),
    lastUsedMs: Number(row.last_used_ms),
  }))
}

/** Revokes one session of a customer. False where the customer has no such session that is not revoked. */
export async function revokeSessionOf(
  pool: Pool,
  customerId: bigint,
  sessionId: bigint,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update identity.session set revoked_ms = $3 where session_id = $2 and customer_id = $1 and revoked_ms is null',
    [customerId, sessionId, nowMs],
  )
  return rowCount === 1
}

/** Revokes every session of a customer except one (null: all), and returns them. */
export async function revokeSessionsOf(
  client: Pool | PoolClient,
  customerId: bigint,
  revocation: { readonly exceptId: bigint | null; readonly nowMs: number },
): Promise<bigint[]> {
  const { rows } = await client.query<Pick<identity.SessionRow, 'session_id'>>(
    `update identity.session set revoked_ms = $3
     where customer_id = $1 and session_id is distinct from $2 and revoked_ms is null returning session_id`,
    [customerId, revocation.exceptId, revocation.nowMs],
  )
  return rows.map((row) => row.session_id)
}

/** Deletes sessions unused since then; one that was revoked or ended by age counts by its last use, too. */
export async function deleteIdleSessions(pool: Pool, usedBeforeMs: number): Promise<void> {
  await pool.query('delete from identity.session where last_used_ms <= $1', [usedBeforeMs])
}
