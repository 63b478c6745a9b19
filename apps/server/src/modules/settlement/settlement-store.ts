import { exitWaitSlots, slotMs } from '@candor/formulas'
import type { ContractResult, VoidReason } from '@candor/formulas'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { firstDue, queryBatch } from '../ledger/index.ts'

/** One order that a settlement closed. */
export interface SettledOrder {
  readonly orderId: bigint
  readonly customerId: bigint
  readonly result: ContractResult
  readonly voidReason: VoidReason | null
}

/** Settles up to `limit` due orders of a stripe in one batch, without those `skipped`. Throws like queryBatch. */
export async function settleDue(
  pool: Pool,
  stripe: number,
  limit: number,
  skipped: readonly bigint[] = [],
): Promise<SettledOrder[]> {
  const rows = await queryBatch<Known<contract.SettlementRow, 'order_id' | 'customer_id' | 'result'>>(pool, {
    name: 'ledger-settle-due',
    text: 'select order_id, customer_id, result, void_reason from contract.settle_due($1, $2, $3)',
    values: [stripe, limit, skipped],
  })
  return rows.map((row) => ({
    orderId: row.order_id,
    customerId: row.customer_id,
    result: row.result,
    voidReason: row.void_reason,
  }))
}

/** The order that settleDue would start with, or null when none is due. */
export const readFirstDue = firstDue('contract.decided_orders')

/** Stripes with open orders whose exit slot has a frame at or after it. */
export async function readDueStripes(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<Pick<contract.ContractOrderRow, 'stripe'>>({
    name: 'due-stripes',
    text: `select stripe from ledger.stripe as s
     where exists (select from contract.contract_order as o where o.stripe = s.stripe and o.state = 'open'
       and o.exit_slot <= (select max(slot) from market.frame))
     order by stripe`,
  })
  return rows.map((row) => row.stripe)
}

/**
 * Counts open orders that could have been settled more than `graceMs` ago, by the database's clock: a frame at or
 * after their exit slot was published, which under the old rule must be open or end the wait. A stale instrument alone
 * makes no order overdue.
 */
export async function countOverdue(pool: Pool, graceMs: number): Promise<number> {
  const { rows } = await pool.query<{ overdue: bigint }>({
    name: 'count-overdue',
    text: `select count(*) as overdue
     from contract.contract_order as o join market.terms using (terms_id) cross join market.clock
     where state = 'open' and genesis_ms + (exit_slot + 1) * ${slotMs} < (select clock.now_ms()) - $1::bigint
       and (genesis_ms + (exit_slot + ${exitWaitSlots} + 1) * ${slotMs} < (select clock.now_ms()) - $1::bigint
         or exit_window_slots > 1 and exists (select from market.frame where slot >= exit_slot
           and published_ms < (select clock.now_ms()) - $1::bigint)
         or exists (select from market.frame where slot between exit_slot and exit_slot + ${exitWaitSlots}
           and states[o.instrument_id] = 1
           and published_ms < (select clock.now_ms()) - $1::bigint))`,
    values: [graceMs],
  })
  return Number(rows[0]?.overdue ?? 0n)
}
