import pg from 'pg'
import type { Pool } from 'pg'
import type * as deposit from '../../../database/rows/deposit.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'

/** A final transfer to an address of a customer who has moved, and the cell that records it. */
export interface LateTransfer {
  readonly toCell: number
  readonly transfer: Omit<deposit.LateTransferRow, 'customer_id' | 'seen_ms' | 'delivered_ms'>
}

/** Gives the new cell the deposit addresses of a customer who has left, and what was recorded of transfers to them. */
export async function handOverDeposits(source: Pool, target: Pool, moveId: bigint): Promise<void> {
  const { rows } = await source.query<{ deposits: string }>('select cell.left_deposits($1)::text as deposits', [moveId])
  const { deposits } = onlyRow(rows, 'cell.left_deposits')
  await target.query('select cell.store_deposits($1, $2::jsonb)', [moveId, deposits])
}

/** Transfers that a cell has seen and another one is to record: of each of these as many as `limit`, oldest first. */
export async function readLateTransfers(owner: Pool, limit: number): Promise<LateTransfer[]> {
  const { rows } = await owner.query<{ to_cell: number } & LateTransfer['transfer']>(
    'select * from cell.late_transfers($1)',
    [limit],
  )
  return rows.map(({ to_cell: toCell, ...transfer }) => ({ toCell, transfer }))
}

/** Outcomes after which a transfer is to be recorded again. */
const unsettled = new Set(['unknown-address', 'no-price', 'not-covered'])

/**
 * Records a final transfer in the customer's cell, once however often it is called. Returns 'later' where it has to be
 * called again, and 'moved' where the cell has noted the transfer as a late one of its own: the customer has left it,
 * too, or is only coming.
 */
export async function recordLate(
  target: Pool,
  { transfer: seen }: LateTransfer,
): Promise<'recorded' | 'moved' | 'later'> {
  const { rows } = await target.query<{ outcome: string }>(
    'select outcome from deposit.record_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, true)',
    [
      seen.chain,
      seen.txid,
      seen.log_index,
      seen.address,
      seen.token,
      seen.units,
      seen.block_number,
      seen.block_hash,
      seen.confirmations,
    ],
  )
  const { outcome } = onlyRow(rows, 'deposit.record_transfer')
  if (outcome === 'moved') return 'moved'
  return unsettled.has(outcome) ? 'later' : 'recorded'
}

/** Whether a database did not respond, and so refused nothing. */
export function isUnreachable(error: Error): boolean {
  return !(error instanceof pg.DatabaseError)
}

export function noteRecorded(owner: Pool, { transfer }: LateTransfer): Promise<void> {
  return callRoutine(owner, 'cell.note_recorded', transfer.chain, transfer.txid, transfer.log_index)
}
