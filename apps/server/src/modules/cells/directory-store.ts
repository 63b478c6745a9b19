import { join } from 'node:path'
import type { Pool } from 'pg'
import { onlyRow } from '../../platform/only-row.ts'
import { routine } from '../../platform/postgres/routine.ts'
import { serverRoot } from '../../platform/postgres/sql-sources.ts'

/** The folder of the directory's own database: `migrate` takes it in place of the server's. */
export const directoryRoot = join(serverRoot, 'directory')

/** What only one customer of all cells may have. */
export type NameKind = 'account-number' | 'email' | 'mobile' | 'document' | 'invitation-code' | 'deposit-address'

/** Names a new customer, with the id of the request, whose repetition returns the same customer. */
export interface Registration {
  readonly requestId: string
  /** The cell that asks; null or absent where cells take turns. */
  readonly cell?: number | null
  readonly names: Readonly<Partial<Record<NameKind, string>>>
  readonly nowMs: number
}

/** A move of a customer, as the directory knows it. */
export interface Move {
  readonly moveId: bigint
  readonly customerId: bigint
  readonly fromCell: number
  readonly toCell: number
  readonly state: 'begun' | 'switched' | 'ended' | 'given-up'
}

/** Makes cells known, numbered from 1, each with its weight among new customers. Those that are known keep theirs. */
export async function addCells(directory: Pool, weights: readonly number[]): Promise<void> {
  await directory.query(
    `insert into directory.cell (cell, weight) select place, weight from unnest($1::integer[]) with ordinality
       as given (weight, place) on conflict do nothing`,
    [weights],
  )
}

/** A customer's number and cell. */
export interface Placed {
  readonly customerId: bigint
  readonly cell: number
}

interface PlacedRow {
  readonly customer_id: bigint
  readonly cell: number
}

/** Registers a customer, who gets a number and a cell. Throws unique_violation where a name is taken. */
export async function registerCustomer(
  directory: Pool,
  { requestId, cell = null, names, nowMs }: Registration,
): Promise<Placed> {
  const { rows } = await directory.query<PlacedRow>(
    'select customer_id, cell from directory.register($1, $2::smallint, $3::directory.name_kind[], $4, $5)',
    [requestId, cell, Object.keys(names), Object.values(names), nowMs],
  )
  return placedOf(onlyRow(rows, 'directory.register'))
}

const placedOf = ({ customer_id: customerId, cell }: PlacedRow): Placed => ({ customerId, cell })

/** Whose a name is, and where that customer is; null where nobody has it. */
export async function findName(directory: Pool, kind: NameKind, name: string): Promise<Placed | null> {
  const { rows } = await directory.query<PlacedRow>('select customer_id, cell from directory.find($1, $2)', [
    kind,
    name,
  ])
  return rows[0] === undefined ? null : placedOf(rows[0])
}

/** Gives a customer a further name. Returns false where another customer has it. */
export const claimName = routine<[customerId: bigint, kind: NameKind, name: string], boolean>('directory.claim')

/** Gives up a name: somebody else may have it from now on. */
export const releaseName = routine<[customerId: bigint, kind: NameKind, name: string], void>('directory.release')

/** The claim of a document. One that was made again has another number. */
export interface DocumentClaim extends Placed {
  readonly claimNo: bigint
}

interface ClaimRow extends PlacedRow {
  readonly claim_no: bigint
}

const claimOf = ({ claim_no: claimNo, ...placed }: ClaimRow): DocumentClaim => ({ ...placedOf(placed), claimNo })

/** Claims a document in place of all others of the customer. Returns whose it is then. */
export async function claimDocument(directory: Pool, customerId: bigint, name: string): Promise<DocumentClaim> {
  const { rows } = await directory.query<ClaimRow>(
    'select customer_id, cell, claim_no from directory.claim_document($1, $2)',
    [customerId, name],
  )
  return claimOf(onlyRow(rows, 'directory.claim_document'))
}

/** Whose a document is; null where nobody has it. */
export async function findDocument(directory: Pool, name: string): Promise<DocumentClaim | null> {
  const { rows } = await directory.query<ClaimRow>(
    'select customer_id, cell, claim_no from directory.find_document($1)',
    [name],
  )
  return rows[0] === undefined ? null : claimOf(rows[0])
}

/** Gives up the claim of a document, unless it was made again since. */
export const releaseDocument = routine<[name: string, claimNo: bigint], void>('directory.release_document')

/**
 * Whether a customer is verified, through the router: the cell waits for a decision about the customer that is under
 * way.
 */
export const isVerified = routine<[cell: number, customerId: bigint], boolean>('cell.is_verified')

interface MoveRow {
  readonly move_id: bigint
  readonly customer_id: bigint
  readonly from_cell: number
  readonly to_cell: number
  readonly state: Move['state']
}

/** Begins a move, or returns the one of this customer to this cell that has begun. */
export async function beginMove(directory: Pool, customerId: bigint, toCell: number, nowMs: number): Promise<Move> {
  const { rows } = await directory.query<MoveRow>('select * from directory.begin_move($1, $2::smallint, $3)', [
    customerId,
    toCell,
    nowMs,
  ])
  const row = onlyRow(rows, 'directory.begin_move')
  return {
    moveId: row.move_id,
    customerId: row.customer_id,
    fromCell: row.from_cell,
    toCell: row.to_cell,
    state: row.state,
  }
}

/** From here on the customer's calls run in the other cell. */
export const switchMove = routine<[moveId: bigint], void>('directory.switch')

/** Ends a move: as done where it has switched, else as given up. */
export const endMove = routine<[moveId: bigint], void>('directory.end_move')
