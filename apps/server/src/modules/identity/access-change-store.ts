import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'

/** A change that ends sessions, or what is remembered of a customer. */
export interface AccessChange {
  readonly changeId: bigint
  readonly topic: 'session-revoked' | 'customer-changed'
  readonly customerId: bigint
  /** Null for all of the customer's. */
  readonly sessionId: bigint | null
}

/** The changes of the last `withinMs`. */
export async function readAccessChanges(pool: Pool, withinMs: number): Promise<AccessChange[]> {
  const { rows } = await pool.query<identity.AccessChangeRow>({
    name: 'identity-access-changes',
    text: `select change_id, customer_id, session_id, kind from identity.access_change
      where at_ms > clock.now_ms() - $1 order by change_id`,
    values: [withinMs],
  })
  return rows.map((row) => ({
    changeId: row.change_id,
    topic: row.kind === 'session-revoked' ? row.kind : 'customer-changed',
    customerId: row.customer_id,
    sessionId: row.session_id,
  }))
}

/** Deletes changes that every process has read. */
export async function forgetAccessChanges(pool: Pool, olderThanMs: number): Promise<void> {
  await pool.query('delete from identity.access_change where at_ms <= clock.now_ms() - $1', [olderThanMs])
}
