import type { Pool } from 'pg'
import { onlyRow } from '../../platform/only-row.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import type { Move } from './directory-store.ts'

/** What has to end before a customer moves. */
export interface OpenBusiness {
  readonly kind: string
  readonly items: bigint
}

/** How far an account's statement reaches, and the hash of its last line. */
export interface Chain {
  readonly accountId: bigint
  readonly lines: bigint
  readonly hash: string
}

const linesAtOnce = 2_000

/** Freezes the customer in the cell that is left. Returns since when; null where the move was given up. */
export function freeze(source: Pool, { moveId, customerId, toCell }: Move): Promise<bigint | null> {
  return callRoutine(source, 'cell.freeze', moveId, customerId, toCell)
}

export async function readOpenBusiness(source: Pool, customerId: bigint): Promise<OpenBusiness[]> {
  const { rows } = await source.query<OpenBusiness>('select kind, items from cell.open_business($1)', [customerId])
  return rows
}

/** Gives a move up. False once money was sent: then it can only go on. */
export const stay = routine<[moveId: bigint], boolean>('cell.stay')

/** Sends what the customer has to the other cell. Returns its reference, null where there is nothing. */
export const sendBalances = routine<[moveId: bigint], bigint | null>('cell.send_balances')

/** Stores in the new cell what the customer takes along, and frozen accounts. Throws where a name is taken there. */
export async function storeArrival(source: Pool, target: Pool, move: Move, frozenMs: bigint): Promise<void> {
  const { rows } = await source.query<{ rows: string }>('select cell.carried_rows($1)::text as rows', [move.customerId])
  await target.query('select cell.store_arrival($1, $2, $3::smallint, $4, $5::jsonb)', [
    move.moveId,
    move.customerId,
    move.fromCell,
    frozenMs,
    onlyRow(rows, 'cell.carried_rows').rows,
  ])
}

/** Copies the lines of the statement that the new cell lacks. */
export async function copyLines(source: Pool, target: Pool, customerId: bigint): Promise<void> {
  for (const { accountId, lines } of await readExtents(source, customerId)) {
    let after = await pastLines(target, accountId)
    while (after < lines) {
      const part = await source.query<{ lines: string; last: bigint }>(
        `select jsonb_agg(to_jsonb(line))::text as lines, max(line.version) as last
         from statement.lines($1, $2, $3, $4) as line`,
        [accountId, after, lines, linesAtOnce],
      )
      const { lines: copied, last } = onlyRow(part.rows, 'statement.lines')
      await target.query('select cell.store_lines($1::jsonb)', [copied])
      after = last
    }
  }
}

async function readExtents(cell: Pool, customerId: bigint): Promise<{ accountId: bigint; lines: bigint }[]> {
  const { rows } = await cell.query<{ account_id: bigint; lines: bigint }>(
    `select account_id, version + statement.past_lines(account_id) as lines from ledger.balance
     where owner_id = $1 and owner_id > 0 and kind = 'available' order by account_id`,
    [customerId],
  )
  return rows.map(({ account_id: accountId, lines }) => ({ accountId, lines }))
}

function pastLines(cell: Pool, accountId: bigint): Promise<bigint> {
  return callRoutine(cell, 'statement.past_lines', accountId)
}

/** The statement's chain through the lines that were copied, as both cells have it. */
export async function readChains(
  cell: Pool,
  customerId: bigint,
  through: ReadonlyMap<bigint, bigint>,
): Promise<Chain[]> {
  const chains: Chain[] = []
  for (const { accountId } of await readExtents(cell, customerId)) {
    const lines = through.get(accountId) ?? 0n
    let place = { last_version: 0n, last_hash: '0'.repeat(64) }
    while (place.last_version < lines) {
      const before = place.last_version
      const { rows } = await cell.query<typeof place>(
        `select last_version, last_hash
         from statement.statement_records($1, $2, $3, $4, $5, '{}', 0, 9007199254740991)`,
        [accountId, place.last_version, lines, place.last_hash, linesAtOnce],
      )
      place = onlyRow(rows, 'statement.statement_records')
      if (place.last_version === before) break
    }
    chains.push({ accountId, lines: place.last_version, hash: place.last_hash })
  }
  return chains
}

/** How many lines of each account came along. */
export async function readCopied(target: Pool, customerId: bigint): Promise<Map<bigint, bigint>> {
  const copied = new Map<bigint, bigint>()
  for (const { accountId } of await readExtents(target, customerId))
    copied.set(accountId, await pastLines(target, accountId))
  return copied
}

/** What was sent for a move and what arrived for it, in units of each asset, and what is left where it came from. */
export async function readMovedSums(
  cells: { readonly source: Pool; readonly target: Pool },
  { moveId }: Move,
): Promise<{ sent: string; received: string }> {
  const sum = async (cell: Pool, table: 'sent' | 'received') => {
    const { rows } = await cell.query<{ sums: string }>(
      `select format('%s USD, %s USDT', coalesce(sum(usd), 0), coalesce(sum(usdt), 0)) as sums from cell.${table}
       where kind = 'move' and subject_id = $1`,
      [moveId],
    )
    return onlyRow(rows, table).sums
  }
  return { received: await sum(cells.target, 'received'), sent: await sum(cells.source, 'sent') }
}

export const leave = routine<[moveId: bigint], void>('cell.leave')

/** Lets the customer act in the new cell. Returns how many milliseconds are missing until that is safe. */
export const admit = routine<[moveId: bigint], bigint>('cell.admit')

/** Moves of customers who have left and have money in this cell again, with nothing open. */
export async function readLateMoves(source: Pool): Promise<bigint[]> {
  const { rows } = await source.query<{ move_id: bigint }>(
    `select d.move_id from cell.departure as d where d.left_ms is not null
       and exists (select from ledger.balance as b where b.owner_id = d.customer_id and b.kind = 'available'
         and b.posted <> 0)
       and not exists (select from cell.open_business(d.customer_id)) order by d.move_id`,
  )
  return rows.map(({ move_id: moveId }) => moveId)
}
