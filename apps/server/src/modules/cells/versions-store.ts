import type { Pool } from 'pg'
import { onlyRow } from '../../platform/only-row.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'

/** Gives the terms, instruments and products of the first cell a version in the directory. Returns the newest. */
export async function publishTerms(directory: Pool, first: Pool, nowMs: number): Promise<bigint> {
  const { rows } = await first.query<{ body: string }>('select cell.common_rows()::text as body')
  return callRoutine(directory, 'directory.add_version', onlyRow(rows, 'cell.common_rows').body, nowMs)
}

/**
 * Stores the newest version in every cell that lacks it, which takes no orders until it is stored. Returns
 * the cells that could not, with the reason.
 */
export async function spreadTerms(directory: Pool, cells: ReadonlyMap<number, Pool>): Promise<Map<number, string>> {
  const failed = new Map<number, string>()
  const newest = await directory.query<{ version: bigint; digest: Buffer; body: string }>(
    'select version, digest, body::text from directory.version order by version desc limit 1',
  )
  const behind = await directory.query<{ cell: number }>(
    'select cell from directory.cell where version < (select max(version) from directory.version) order by cell',
  )
  const [version] = newest.rows
  if (version === undefined) return failed
  for (const { cell } of behind.rows)
    try {
      const owner = cells.get(cell)
      if (owner === undefined) throw new Error('it is not there')
      await owner.query('select cell.expect_version($1)', [version.version])
      await owner.query('select cell.apply_version($1, $2, $3::jsonb)', [version.version, version.digest, version.body])
      await directory.query('select directory.note_version($1::smallint, $2)', [cell, version.version])
    } catch (error) {
      failed.set(cell, error instanceof Error ? error.message : String(error))
    }
  return failed
}
