import type { Database } from '../transaction.ts'

/** What one process has counted of a key in a window. */
export interface StoredCount {
  readonly key: Buffer
  readonly startMs: number
  /** From then on the window counts no more. */
  readonly expiresMs: number
  readonly count: number
}

/** Adds counts to those of all processes. Returns the sums, in no order. */
export async function addCounts(
  pool: Database,
  counts: readonly StoredCount[],
): Promise<Omit<StoredCount, 'expiresMs'>[]> {
  const { rows } = await pool.query<{ key: Buffer; start_ms: bigint; count: number }>({
    name: 'rate-add-counts',
    text: 'select key, start_ms, count from rate.add_counts($1, $2, $3, $4)',
    values: [
      counts.map(({ key }) => key),
      counts.map(({ startMs }) => startMs),
      counts.map(({ expiresMs }) => expiresMs),
      counts.map(({ count }) => count),
    ],
  })
  return rows.map((row) => ({ key: row.key, startMs: Number(row.start_ms), count: row.count }))
}

/** Deletes the counts of windows that are over. */
export async function forgetCounts(pool: Database): Promise<void> {
  await pool.query('select rate.forget_counts()')
}
