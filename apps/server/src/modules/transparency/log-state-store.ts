import type { Pool } from 'pg'

/** The longest that a batch waited for its checkpoint on a day, counted from 1970, rounded up; null where none did. */
export async function readSlowestSigned(pool: Pool, day: number): Promise<number | null> {
  const { rows } = await pool.query<{ slowest: number | null }>(
    'select max(within_ms) as slowest from transparency.signed_time where day = $1',
    [day],
  )
  return rows[0]?.slowest ?? null
}
