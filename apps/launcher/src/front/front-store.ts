import type { Pool } from 'pg'
import type { Name, WeightedCell } from './front-model.ts'

/** The cells of a platform. */
export async function readCells(directory: Pool): Promise<WeightedCell[]> {
  const { rows } = await directory.query<WeightedCell>('select cell, weight from directory.cell order by cell')
  return rows
}

/** The cell of the customer of a name; null where nobody has it. */
export async function findNamedCell(directory: Pool, { kind, name }: Name): Promise<number | null> {
  const { rows } = await directory.query<{ cell: number }>('select cell from directory.find($1, $2)', [kind, name])
  return rows[0]?.cell ?? null
}

/** Since when a login is in a cell; null where it is not there. Throws where the cell is away. */
export async function findLogin(router: Pool, cell: number, tokenHash: Buffer): Promise<bigint | null> {
  const { rows } = await router.query<{ since: bigint | null }>('select cell.login_since($1::smallint, $2) as since', [
    cell,
    tokenHash,
  ])
  return rows[0]?.since ?? null
}
