import type pg from 'pg'
import type { Clock } from '../clock.ts'

/**
 * How far the database's clock is ahead of ours, in milliseconds, at least: the time that the question took may hide as
 * much of it. The virtual time of tests is not meant.
 */
export async function clockDifferenceMs(pool: pg.Pool, { nowMs }: Clock): Promise<number> {
  const askedMs = nowMs()
  const { rows } = await pool.query<{ now_ms: bigint }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms',
  )
  const answeredMs = nowMs()
  const differenceMs = Number(rows[0]?.now_ms) - (askedMs + answeredMs) / 2
  const hiddenMs = Math.abs(answeredMs - askedMs) / 2
  return Math.sign(differenceMs) * Math.max(0, Math.abs(differenceMs) - hiddenMs)
}
