import type { Pool } from 'pg'
import { onlyRow } from '../../../server/src/platform/only-row.ts'
import { routine } from '../../../server/src/platform/postgres/routine.ts'
import type { Name, WeightedCell } from './front-model.ts'

/** The cells of a platform. */
export async function readCells(directory: Pool): Promise<WeightedCell[]> {
  const { rows } = await directory.query<WeightedCell>('select cell, weight from directory.cell order by cell')
  return rows
}

/** The key that all fronts of a platform have. */
export async function readFrontKey(directory: Pool): Promise<string> {
  const { rows } = await directory.query<{ key: Buffer }>('select key from directory.front_key')
  return onlyRow(rows, 'directory.front_key').key.toString('base64')
}

/** The cell of the customer of a name; null where nobody has it. */
export async function findNamedCell(directory: Pool, { kind, name }: Name): Promise<number | null> {
  const { rows } = await directory.query<{ cell: number }>('select cell from directory.find($1, $2)', [kind, name])
  return rows[0]?.cell ?? null
}

/** Since when a login is in a cell; null where it is not there. Throws where the cell is away. */
export const findLogin = routine<[cell: number, tokenHash: Buffer], bigint | null>('cell.login_since')

/** The same of a passkey, by the id of its credential. */
export const findPasskey = routine<[cell: number, credentialId: string], bigint | null>('cell.passkey_since')

/** The same of a visitor's conversation. */
export const findVisit = routine<[cell: number, tokenHash: Buffer], bigint | null>('cell.visit_since')
