import type { LoginView } from '@candor/api'
import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'

/** One attempt to log in to an account that exists. */
export interface LoginRecord {
  readonly customerId: bigint
  readonly outcome: LoginView['outcome']
  /** The user agent, fit for a list. */
  readonly device: string
  readonly network: string | null
  readonly atMs: number
}

/** Records an attempt and forgets the oldest of its outcome: failures must not push the successes out of sight. */
export async function insertLogin(
  client: Pool | PoolClient,
  record: LoginRecord,
  keptOfOutcome: number,
): Promise<void> {
  await client.query(
    'insert into identity.login (customer_id, outcome, device, network, at_ms) values ($1, $2, $3, $4, $5)',
    [record.customerId, record.outcome, record.device, record.network, record.atMs],
  )
  await client.query(
    `delete from identity.login where customer_id = $1 and outcome = $2 and login_id <= (
       select login_id from identity.login where customer_id = $1 and outcome = $2 order by login_id desc offset $3
         limit 1)`,
    [record.customerId, record.outcome, keptOfOutcome],
  )
}

type LoginRow = Pick<identity.LoginRow, 'login_id' | 'outcome' | 'device' | 'network' | 'at_ms'>

/** Attempts since then before a position (null: from the newest), newest first. */
export async function listLogins(
  pool: Pool,
  customerId: bigint,
  list: { readonly beforeId: bigint | null; readonly sinceMs: number; readonly limit: number },
): Promise<(Omit<LoginRecord, 'customerId'> & { readonly loginId: bigint })[]> {
  const { rows } = await pool.query<LoginRow>(
    `select login_id, outcome, device, network, at_ms from identity.login
     where customer_id = $1 and login_id < coalesce($2, 9223372036854775807) and at_ms > $3 order by login_id desc
       limit $4`,
    [customerId, list.beforeId, list.sinceMs, list.limit],
  )
  return rows.map(({ login_id, outcome, device, network, at_ms }) => ({
    loginId: login_id,
    outcome,
    device,
    network,
    atMs: Number(at_ms),
  }))
}

/** The user agents that have been logged in to an account, as far as they are remembered. */
export async function knownDevices(client: Pool | PoolClient, customerId: bigint): Promise<string[]> {
  const { rows } = await client.query<Pick<identity.LoginRow, 'device'>>(
    `select device from identity.login where customer_id = $1 and outcome = 'logged-in'
     union select device from identity.session where customer_id = $1`,
    [customerId],
  )
  return rows.map((row) => row.device)
}

export async function deleteOldLogins(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from identity.login where at_ms <= $1', [beforeMs])
}
