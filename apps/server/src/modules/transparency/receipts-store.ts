import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'

/** The batch that accepted an order; null for no order. */
export async function readPlacing(
  pool: Pool,
  orderId: bigint,
): Promise<{ readonly stripe: number; readonly seq: number; readonly acceptedMs: number } | null> {
  const { rows } = await pool.query<Pick<contract.ContractOrderRow, 'stripe' | 'placed_seq' | 'accepted_ms'>>(
    'select stripe, placed_seq, accepted_ms from contract.contract_order where order_id = $1',
    [orderId],
  )
  const [row] = rows
  return row === undefined
    ? null
    : { stripe: row.stripe, seq: Number(row.placed_seq), acceptedMs: Number(row.accepted_ms) }
}
