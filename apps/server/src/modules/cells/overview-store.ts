import type { Asset } from '@candor/money'
import type { Database } from '../../platform/transaction.ts'
import { assetOf } from '../ledger/index.ts'

/** A cell as the directory lists it. */
export interface ListedCell {
  readonly cell: number
  readonly hasNewest: boolean
  /** Where its console opens; null where nobody has said. */
  readonly consoleOrigin: string | null
}

/** The cells of a platform, in the order of their numbers. */
export async function listCells(directory: Database): Promise<ListedCell[]> {
  const { rows } = await directory.query<{ cell: number; has_newest: boolean; console_origin: string | null }>(
    'select cell, has_newest, console_origin from directory.cells()',
  )
  return rows.map((row) => ({ cell: row.cell, hasNewest: row.has_newest, consoleOrigin: row.console_origin }))
}

/** Notes where the consoles of cells open. */
export async function noteConsoles(owner: Database, consoles: ReadonlyMap<number, string>): Promise<void> {
  await owner.query(
    `update directory.cell set console_origin = given.origin
     from unnest($1::smallint[], $2::text[]) as given (number, origin) where cell = given.number`,
    [[...consoles.keys()], [...consoles.values()]],
  )
}

/** What the books of a cell come to, or those of several. Amounts in units. */
export interface CellSums {
  readonly customers: bigint
  readonly customersHave: Readonly<Record<Asset, bigint>>
  readonly clearing: Readonly<Record<Asset, bigint>>
  /** Sent to other cells and not delivered yet. */
  readonly undelivered: bigint
}

/** The sums of one cell, through the router. Throws where the cell is away. */
export async function readSums(router: Database, cell: number): Promise<CellSums> {
  const { rows } = await router.query<{ figure: string; asset: number | null; amount: bigint }>(
    'select figure, asset, amount from cell.overview_of($1::smallint)',
    [cell],
  )
  if (rows.length === 0) throw new Error(`the router leads to another cell than ${cell}`)
  const sum = (figure: string, asset: Asset | null = null) =>
    rows.find((row) => row.figure === figure && (row.asset === null ? null : assetOf(row.asset)) === asset)?.amount ??
    0n
  const ofEach = (figure: string) => ({ USD: sum(figure, 'USD'), USDT: sum(figure, 'USDT') })
  return {
    customers: sum('customers'),
    customersHave: ofEach('customers-have'),
    clearing: ofEach('clearing'),
    undelivered: sum('undelivered'),
  }
}

/** A withdrawal that waits in a cell. */
export interface WaitingWithdrawal {
  readonly withdrawalId: bigint
  readonly asset: Asset
  readonly amount: bigint
  readonly state: 'under-review' | 'approved'
  readonly createdMs: number
  readonly promisedMs: number
}

interface WaitingRow {
  readonly withdrawal_id: bigint
  readonly asset: number
  readonly amount: bigint
  readonly state: WaitingWithdrawal['state']
  readonly created_ms: bigint
  readonly promised_ms: bigint
}

/** Withdrawals that wait in one cell, oldest first, through the router. Throws where the cell is away. */
export async function readWaiting(router: Database, cell: number, limit: number): Promise<WaitingWithdrawal[]> {
  const { rows } = await router.query<WaitingRow>('select * from cell.waiting_withdrawals_of($1::smallint, $2)', [
    cell,
    limit,
  ])
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    asset: assetOf(row.asset),
    amount: row.amount,
    state: row.state,
    createdMs: Number(row.created_ms),
    promisedMs: Number(row.promised_ms),
  }))
}
