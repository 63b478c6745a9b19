import { unitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as market from '../../../database/rows/market.ts'
import type { OwnRecordsWanted } from '../../platform/page.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { amountOf } from '../ledger/index.ts'
import type { ClosedPosition, OfferRecord, OrderRecord, TermsLabel } from './contract.ts'

type OrderRow = Pick<
  contract.ContractOrderRow,
  | 'order_id'
  | 'customer_id'
  | 'direction'
  | 'asset'
  | 'stake'
  | 'fee'
  | 'profit'
  | 'terms_id'
  | 'duration_slots'
  | 'accepted_ms'
  | 'entry_slot'
  | 'exit_slot'
  | 'state'
  | 'result'
  | 'void_reason'
  | 'exit_price'
  | 'price_scale'
  | 'settled_slot'
  | 'net'
  | 'settled_ms'
> &
  Pick<market.InstrumentRow, 'symbol' | 'name' | 'price_decimals'> &
  Pick<market.TermsRow, 'fee_bps' | 'payout_bps' | 'entry_window_slots' | 'exit_window_slots'> &
  Pick<market.ClockRow, 'genesis_ms'> & { readonly entry_price: bigint | null }

/** Orders chosen by `chosen`, with names, odds, windows and, while open, the entry price once its window is over. */
const selectOrders = (chosen: string) => `
  select o.order_id, o.customer_id, i.symbol, i.name, i.price_decimals, o.direction, o.asset, o.stake, o.fee, o.profit,
    t.fee_bps, t.payout_bps, t.entry_window_slots, t.exit_window_slots,
    o.terms_id, o.duration_slots, c.genesis_ms, o.accepted_ms, o.entry_slot, o.exit_slot, o.state, o.result, o.void_reason,
    coalesce(o.entry_price, f.price, a.price) as entry_price, o.exit_price,
    case when o.state = 'open' and t.entry_window_slots > 1 then 1 else o.price_scale end as price_scale,
    o.settled_slot, o.net, o.settled_ms
  from (${chosen}) as o
  join market.instrument as i using (instrument_id)
  join market.terms as t on t.terms_id = o.terms_id
  cross join market.clock as c
  left join lateral (
    select prices[o.instrument_id] as price from market.frame
    where o.state = 'open' and t.entry_window_slots = 1 and slot = o.entry_slot and states[o.instrument_id] = 1
  ) as f on true
  left join lateral (
    select average.price
    from market.window_average(o.instrument_id, o.entry_slot, o.entry_slot + t.entry_window_slots - 1) as average
    where o.state = 'open' and t.entry_window_slots > 1
      and exists (select from market.frame where slot >= o.entry_slot + t.entry_window_slots - 1)
  ) as a on true`

/** The orders with these ids, in no particular order. */
export async function readOrders(pool: Pool, orderIds: readonly bigint[]): Promise<OrderRecord[]> {
  if (orderIds.length === 0) return []
  const { rows } = await pool.query<OrderRow>({
    name: 'contract-read-orders',
    text: selectOrders('select * from contract.contract_order where order_id = any($1::bigint[])'),
    values: [orderIds],
  })
  return rows.map(recordOf)
}

/** The orders of these customers that were settled since an instant. */
export async function readSettledSince(
  pool: Pool,
  customerIds: readonly bigint[],
  sinceMs: number,
): Promise<Pick<OrderRecord, 'customerId' | 'orderId'>[]> {
  const { rows } = await pool.query<Pick<OrderRow, 'order_id' | 'customer_id'>>({
    name: 'contract-settled-since',
    text: `select order_id, customer_id from contract.contract_order
      where customer_id = any($1::bigint[]) and state = 'closed' and settled_ms >= $2`,
    values: [customerIds, sinceMs],
  })
  return rows.map((row) => ({ customerId: row.customer_id, orderId: row.order_id }))
}

/** The labels of those of these terms that exist. */
export async function readTermsLabels(pool: Pool, termsIds: readonly bigint[]): Promise<TermsLabel[]> {
  const { rows } = await pool.query<
    Pick<
      OrderRow,
      | 'terms_id'
      | 'symbol'
      | 'name'
      | 'price_decimals'
      | 'fee_bps'
      | 'payout_bps'
      | 'entry_window_slots'
      | 'exit_window_slots'
      | 'genesis_ms'
    >
  >(
    `select t.terms_id, i.symbol, i.name, i.price_decimals, t.fee_bps, t.payout_bps, t.entry_window_slots,
       t.exit_window_slots, c.genesis_ms
     from market.terms as t join market.instrument as i using (instrument_id) cross join market.clock as c
       where t.terms_id = any($1::bigint[])`,
    [termsIds],
  )
  return rows.map((row) => ({
    termsId: row.terms_id,
    symbol: row.symbol,
    name: row.name,
    priceDecimals: row.price_decimals,
    feeBps: row.fee_bps,
    payoutBps: row.payout_bps,
    entryWindowSlots: row.entry_window_slots,
    exitWindowSlots: row.exit_window_slots,
    genesisMs: Number(row.genesis_ms),
  }))
}

/** An order of this customer, or null. */
export async function readOrder(pool: Pool, customerId: bigint, orderId: bigint): Promise<OrderRecord | null> {
  const [order] = await readOrders(pool, [orderId])
  return order?.customerId === customerId ? order : null
}

/** Orders of a customer below `before`, newest first. */
export async function listOrders(pool: Pool, wanted: OwnRecordsWanted<'open'>): Promise<OrderRecord[]> {
  const ofState = (state: 'open' | 'closed') => `(select * from contract.contract_order
    where customer_id = $1 and state = '${state}' and ($2::bigint is null or order_id < $2)
    order by order_id desc limit $3)`
  // The index is by customer and state: the newest of all states are among the newest of each state.
  const newest = `${ofState('open')} union all ${ofState('closed')} order by order_id desc limit $3`
  const { rows } = await pool.query<OrderRow>(
    `${selectOrders(wanted.state === 'open' ? ofState('open') : newest)} order by o.order_id desc`,
    [wanted.customerId, wanted.before, wanted.limit],
  )
  return rows.map(recordOf)
}

/** A filter of closed orders. Times are of the settlement in unix milliseconds, the end excluded. */
export interface ClosedFilter {
  readonly result: OrderRecord['result']
  readonly symbol?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Closed orders of a customer after a position that match a filter, the last settled first. */
export async function listClosedOrders(
  pool: Pool,
  wanted: ClosedFilter & { customerId: bigint; after: ClosedPosition | null; limit: number },
): Promise<OrderRecord[]> {
  // The index covers the selection; only selected rows are read. Rare results have a partial index, whose condition the
  // query must repeat.
  const isRare = wanted.result === 'tie' || wanted.result === 'void'
  const chosen = `select closed.* from (
      select order_id from contract.contract_order
      where customer_id = $1 and state = 'closed' and ($2::bigint is null or (settled_ms, order_id) < ($2, $3))
        and ${isRare ? `result in ('tie', 'void') and result = $4::contract.order_result` : '($4::contract.order_result is null or result = $4)'}
        and ($6::text is null or instrument_id = (select instrument_id from market.instrument where symbol = $6))
        and settled_ms >= $7 and settled_ms < $8
      order by settled_ms desc, order_id desc limit $5
    ) as found join contract.contract_order as closed using (order_id)`
  const { rows } = await pool.query<OrderRow>(`${selectOrders(chosen)} order by o.settled_ms desc, o.order_id desc`, [
    wanted.customerId,
    wanted.after?.settledMs ?? null,
    wanted.after?.orderId ?? null,
    wanted.result,
    wanted.limit,
    wanted.symbol ?? null,
    wanted.fromMs ?? 0,
    wanted.toMs ?? farAheadMs,
  ])
  return rows.map(recordOf)
}

const farAheadMs = 2n ** 62n

/** The id of a listed instrument, or null. */
export async function findInstrument(pool: Pool, symbol: string): Promise<number | null> {
  const { rows } = await pool.query<Pick<market.InstrumentRow, 'instrument_id'>>(
    'select instrument_id from market.instrument where symbol = $1 and not hidden',
    [symbol],
  )
  return rows[0]?.instrument_id ?? null
}

/** The durations offered for an instrument under their newest terms, shortest first. */
export async function readOffers(pool: Pool, instrumentId: number): Promise<OfferRecord[]> {
  const { rows } = await pool.query<
    Pick<
      market.TermsRow,
      | 'terms_id'
      | 'duration_slots'
      | 'stake_min'
      | 'stake_max'
      | 'fee_bps'
      | 'payout_bps'
      | 'entry_window_slots'
      | 'exit_window_slots'
    >
  >(
    `select * from (
       select distinct on (duration_slots) terms_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps,
         entry_window_slots, exit_window_slots
       from market.terms where instrument_id = $1 order by duration_slots, version desc) as newest
     where offered order by duration_slots`,
    [instrumentId],
  )
  return rows.map((row) => ({
    termsId: row.terms_id,
    durationSlots: row.duration_slots,
    stakeMinUnits: unitsOfEach(row.stake_min),
    stakeMaxUnits: unitsOfEach(row.stake_max),
    feeBps: row.fee_bps,
    payoutBps: row.payout_bps,
    entryWindowSlots: row.entry_window_slots,
    exitWindowSlots: row.exit_window_slots,
  }))
}

function recordOf(row: OrderRow): OrderRecord {
  return {
    orderId: row.order_id,
    customerId: row.customer_id,
    symbol: row.symbol,
    name: row.name,
    priceDecimals: row.price_decimals,
    direction: row.direction,
    stake: amountOf(row.asset, row.stake),
    fee: amountOf(row.asset, row.fee),
    profit: amountOf(row.asset, row.profit),
    feeBps: row.fee_bps,
    payoutBps: row.payout_bps,
    entryWindowSlots: row.entry_window_slots,
    exitWindowSlots: row.exit_window_slots,
    termsId: row.terms_id,
    durationSlots: row.duration_slots,
    genesisMs: Number(row.genesis_ms),
    acceptedMs: Number(row.accepted_ms),
    entrySlot: Number(row.entry_slot),
    exitSlot: Number(row.exit_slot),
    state: row.state,
    result: row.result,
    voidReason: row.void_reason,
    entryPrice: row.entry_price,
    exitPrice: row.exit_price,
    priceScale: row.price_scale,
    settledSlot: numberOrNull(row.settled_slot),
    net: row.net === null ? null : amountOf(row.asset, row.net),
    settledMs: numberOrNull(row.settled_ms),
  }
}
