import type { Pool } from 'pg'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'

/** Something that one cell sends to another, both with one reference. Amounts in units; a sale receives USD. */
export interface Sending {
  readonly reference: bigint
  readonly fromCell: number
  readonly toCell: number
  readonly kind: 'move' | 'sale'
  readonly subjectId: bigint
  readonly usd: bigint
  readonly usdt: bigint
  readonly isDelivered: boolean
}

/** What a cell's books say of other cells, in one snapshot. */
export interface ClearingBooks {
  readonly cell: number
  readonly clearing: { readonly usd: bigint; readonly usdt: bigint }
  readonly sent: readonly Sending[]
  readonly received: readonly Sending[]
}

/** Makes a database the cell of this number. A cell that is another one already is refused. */
export async function becomeCell(owner: Pool, cell: number): Promise<void> {
  await owner.query('select cell.become($1::smallint)', [cell])
}

/** The number of the cell that a database is; null where it is the only one. */
export async function readOwnCell(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ cell: number }>('select cell from cell.self')
  return rows[0]?.cell ?? null
}

interface SentRow {
  readonly reference: bigint
  readonly other_cell: number
  readonly kind: Sending['kind']
  readonly subject_id: bigint
  readonly usd: bigint
  readonly usdt: bigint
  readonly is_delivered: boolean
}

/** What waits to be delivered, to one cell or to any (null): for each as many as `limit`, oldest first. */
export async function readUndelivered(
  owner: Pool,
  cell: number,
  { to, limit }: { readonly to: number | null; readonly limit: number },
): Promise<Sending[]> {
  const { rows } = await owner.query<SentRow>(
    `select reference, to_cell as other_cell, kind, subject_id, usd, usdt, false as is_delivered from (
       select *, row_number() over (partition by to_cell order by reference) as place from cell.sent
       where delivered_ms is null and ($2::smallint is null or to_cell = $2)) as s
     where place <= $1 order by reference`,
    [limit, to],
  )
  return rows.map((row) => sendingOf(row, cell, row.other_cell))
}

function sendingOf(row: SentRow, fromCell: number, toCell: number): Sending {
  const { reference, kind, subject_id: subjectId, usd, usdt, is_delivered: isDelivered } = row
  return { reference, fromCell, toCell, kind, subjectId, usd, usdt, isDelivered }
}

/** Books what another cell has sent, once. Returns whether this call did it. */
export async function receive(owner: Pool, sending: Sending): Promise<boolean> {
  const { fromCell, reference, kind, subjectId, usd, usdt } = sending
  return callRoutine(owner, 'cell.receive', fromCell, reference, kind, subjectId, usd, usdt)
}

export const noteDelivered = routine<[reference: bigint], void>('cell.note_delivered')

/** Reads one cell's side of the clearing, in one statement and so in one snapshot. */
export async function readClearing(owner: Pool, cell: number): Promise<ClearingBooks> {
  const { rows } = await owner.query<SentRow & { readonly side: 'clearing' | 'sent' | 'received' }>(
    `select 'sent' as side, reference, to_cell as other_cell, kind, subject_id, usd, usdt,
       delivered_ms is not null as is_delivered from cell.sent
     union all select 'received', reference, from_cell, kind, subject_id, usd, usdt, true from cell.received
     union all select 'clearing', 0, 0::smallint, '', 0, coalesce(sum(posted) filter (where asset = 1), 0)::bigint,
       coalesce(sum(posted) filter (where asset = 2), 0)::bigint, true from ledger.balance where kind = 'clearing'`,
  )
  const of = (side: string) => rows.filter((row) => row.side === side)
  const [clearing] = of('clearing')
  return {
    cell,
    clearing: { usd: clearing?.usd ?? 0n, usdt: clearing?.usdt ?? 0n },
    sent: of('sent').map((row) => sendingOf(row, cell, row.other_cell)),
    received: of('received').map((row) => sendingOf(row, row.other_cell, cell)),
  }
}
