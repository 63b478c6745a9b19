import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Queryable } from '../../platform/postgres/routine.ts'

/**
 * Takes the lease of the market for `forMs`, or renews the one of `term`. Returns its term, or null where another
 * holder has it.
 */
export async function holdLease(
  database: Queryable,
  { holder, term, forMs }: { readonly holder: string; readonly term: number; readonly forMs: number },
): Promise<number | null> {
  const { rows } = await database.query<{ term: bigint | null }>({
    name: 'hold-lease',
    text: 'select market.hold_lease($1, $2, $3) as term',
    values: [holder, term, forMs],
  })
  return numberOrNull(rows[0]?.term ?? null)
}

/** Ends the lease of a holder, so that another may take it at once. */
export async function endLease(
  database: Queryable,
  { holder, term }: { readonly holder: string; readonly term: number },
): Promise<void> {
  await database.query('select market.end_lease($1, $2)', [holder, term])
}
