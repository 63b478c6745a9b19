import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'

/** Begins a visitor's conversation. Returns until when the token opens it (ms); null where there is no room. */
export async function beginVisit(
  pool: Pool,
  tokenHash: Buffer,
  app: { readonly language: string; readonly device: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ expires_ms: bigint | null }>(
    'select support.begin_visit($1, $2, $3) as expires_ms',
    [tokenHash, app.language, app.device],
  )
  return numberOrNull(rows[0]?.expires_ms ?? null)
}

/** The conversation that a token opens, read up to a message; null for a token that opens none. */
export async function lookVisit(pool: Pool, tokenHash: Buffer, readSeq: number): Promise<bigint | null> {
  const { rows } = await pool.query<{ conversation_id: bigint | null }>(
    'select support.look_visit($1, $2) as conversation_id',
    [tokenHash, readSeq],
  )
  return rows[0]?.conversation_id ?? null
}

/** Ends the conversations whose token opens them no more. */
export async function endVisits(pool: Pool): Promise<void> {
  await pool.query('select support.end_visits()')
}
