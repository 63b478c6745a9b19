import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'

/** Begins a visitor's conversation. Returns until when the token opens it (ms); null where there is no room. */
export async function beginVisit(
  pool: Pool,
  tokenHash: Buffer,
  app: { readonly language: string; readonly device: string },
): Promise<number | null> {
  return numberOrNull(
    await callRoutine<bigint | null>(pool, 'support.begin_visit', tokenHash, app.language, app.device),
  )
}

/** The conversation that a token opens, read up to a message; null for a token that opens none. */
export const lookVisit = routine<[tokenHash: Buffer, readSeq: number], bigint | null>('support.look_visit')

/** Ends the conversations whose token opens them no more. */
export async function endVisits(pool: Pool): Promise<void> {
  await pool.query('select support.end_visits()')
}
