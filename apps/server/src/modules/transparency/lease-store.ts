import type { Database } from '../../platform/transaction.ts'

/** Takes the lease of the log, or renews it. Returns whether the holder has it now. */
export async function holdLogLease(database: Database, holder: string, forMs: number): Promise<boolean> {
  const { rows } = await database.query<{ is_held: boolean }>('select transparency.hold_lease($1, $2) as is_held', [
    holder,
    forMs,
  ])
  return rows[0]?.is_held === true
}

/** Ends a lease at once. Another holder's stays. */
export async function endLogLease(database: Database, holder: string): Promise<void> {
  await database.query('select transparency.end_lease($1)', [holder])
}
