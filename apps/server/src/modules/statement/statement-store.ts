import type { StatementLine } from '@candor/contract'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { assetCode, assetOf } from '../ledger/index.ts'
import type { StatementPosition, StatementRecord, UsdtPrice } from './statement.ts'

/** Which lines of a customer's statement are wanted. Times are unix milliseconds, the later one excluded. */
export interface StatementFilter {
  readonly customerId: bigint
  readonly asset: Asset | null
  readonly kind: StatementLine['kind'] | null
  readonly fromMs: number | null
  readonly toMs: number | null
}

/**
 * Up to `limit` lines after a position, newest first. Each asset's lines keep the order of their versions, which the position
 * counts, even where a clock was set back between them: a line stands no higher than the older time above it allows.
 */
export async function readStatement(
  pool: Pool,
  filter: StatementFilter,
  position: StatementPosition,
  limit: number,
): Promise<StatementRecord[]> {
  const { rows } = await pool.query<{
    account_id: bigint
    version: bigint
    asset: number
    kind: StatementLine['kind']
    amount: bigint
    available_after: bigint
    order_id: bigint | null
    withdrawal_id: bigint | null
    correction_reason: StatementLine['correctionReason']
    deposit_id: bigint | null
    swap_id: bigint | null
    sale_id: bigint | null
    term_id: bigint | null
    at_ms: bigint
  }>(
    `select line.* from ledger.account as a
     cross join lateral (
       select e.account_id, e.version, e.asset, e.kind, e.d_posted - e.d_held as amount, e.posted_after - e.held_after as available_after,
         case when e.kind::text like 'contract-%' then e.ref end as order_id, case when e.kind::text like 'withdrawal-%' then e.ref end as withdrawal_id,
         case when e.kind = 'correction' then (select k.reason from ledger.correction as k where k.correction_id = e.ref) end as correction_reason,
         case when e.kind in ('deposit', 'deposit-suspended') then e.ref end as deposit_id,
         case when e.kind = 'swap' then e.ref end as swap_id, case when e.kind::text like 'sale-%' then e.ref end as sale_id,
         case when e.kind::text like 'term-%' or e.kind = 'interest-paid' then e.ref end as term_id, e.at_ms
       from ledger.entry as e
       where e.account_id = a.account_id
         and e.version < coalesce(case a.asset when 1 then $4::bigint else $5::bigint end, 9223372036854775807)
         and ($3::ledger.movement is null or e.kind = $3)
         and e.at_ms >= coalesce($6::bigint, 0) and e.at_ms < coalesce($7::bigint, 9223372036854775807)
       order by e.version desc limit $8
     ) as line
     where a.owner_id = $1 and a.owner_id > 0 and a.kind = 'available' and ($2::smallint is null or a.asset = $2)
     order by min(line.at_ms) over (partition by line.asset order by line.version desc) desc, line.asset, line.version desc limit $8`,
    [
      filter.customerId,
      filter.asset === null ? null : assetCode(filter.asset),
      filter.kind,
      position.USD ?? null,
      position.USDT ?? null,
      filter.fromMs,
      filter.toMs,
      limit,
    ],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    version: row.version,
    asset: assetOf(row.asset),
    kind: row.kind,
    amountUnits: row.amount,
    availableAfterUnits: row.available_after,
    orderId: row.order_id,
    withdrawalId: row.withdrawal_id,
    correctionReason: row.correction_reason,
    depositId: row.deposit_id,
    swapId: row.swap_id,
    saleId: row.sale_id,
    termId: row.term_id,
    atMs: Number(row.at_ms),
  }))
}

/** The newest official price of one USDT in USD, or null before there is one. */
export async function readUsdtPrice(pool: Pool): Promise<UsdtPrice | null> {
  const { rows } = await pool.query<{ ticks: bigint | null; decimals: number }>(
    `select (select prices[i.instrument_id] from market.frame order by slot desc limit 1) as ticks, i.price_decimals as decimals
     from market.instrument as i where i.symbol = 'USDTUSD'`,
  )
  const [row] = rows
  return row === undefined || row.ticks === null || row.ticks <= 0n ? null : { ticks: row.ticks, decimals: row.decimals }
}
