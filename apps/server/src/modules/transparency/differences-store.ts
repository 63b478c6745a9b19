import type { Pool } from 'pg'
import type { LogName } from './log-names.ts'

/** A leaf that differs from what is stored. */
export interface Difference {
  readonly leaf: number
  readonly detail: string
}

/** The leaves of a shard that were compared, and those that differ. */
export interface Compared {
  readonly shard: string
  readonly from: number
  readonly before: number
  readonly differences: readonly Difference[]
}

/** Reports the leaves that differ; others of the range differ no more. Returns how many of the log differ now. */
export async function reportDifferences(
  pool: Pool,
  name: LogName,
  { shard, from, before, differences }: Compared,
): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    'select transparency.report_differences($1, $2, $3, $4, $5, $6) as count',
    [name, shard, from, before, differences.map(({ leaf }) => leaf), differences.map(({ detail }) => detail)],
  )
  return Number(rows[0]?.count ?? 0n)
}

/** How many leaves of a log differ from what is stored, as far as they were compared; of both logs without a name. */
export async function countDifferences(pool: Pool, name: LogName | null = null): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    'select count(*) from transparency.difference where ended_ms is null and ($1::text is null or name = $1)',
    [name],
  )
  return Number(rows[0]?.count ?? 0n)
}
