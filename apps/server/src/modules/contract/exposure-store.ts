import type { OutputOf, operatorExposure } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import { formatAmount, formatUnits, subtract, unitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { amountOf, assetOf } from '../ledger/index.ts'

type Exposure = OutputOf<typeof operatorExposure>

/** An order is overdue when it is still open this long after the end of its exit slot. */
const overdueAfterMs = 5_000

/** The house's open payouts, as currently booked. */
export async function readExposure(pool: Pool): Promise<Exposure> {
  const [assets, instruments, voids, overdue, halted] = await Promise.all([
    readAssets(pool),
    readOpenPayouts(pool),
    readVoids(pool),
    readOverdue(pool),
    readHalted(pool),
  ])
  return { ...overdue, assets, instruments, voids, halted }
}

async function readAssets(pool: Pool): Promise<Exposure['assets']> {
  const { rows } = await pool.query<
    Record<'bankroll' | 'held' | 'fees' | 'customers' | 'customers_held', bigint> & { asset: number }
  >(
    `select asset, coalesce(sum(posted) filter (where kind = 'bankroll'), 0)::bigint as bankroll,
       coalesce(sum(held) filter (where kind = 'bankroll'), 0)::bigint as held,
         coalesce(sum(posted) filter (where kind = 'fees'), 0)::bigint as fees,
       coalesce(sum(posted) filter (where kind = 'available'), 0)::bigint as customers,
       coalesce(sum(held) filter (where kind = 'available'), 0)::bigint as customers_held
     from ledger.balance group by asset order by asset`,
  )
  return rows.map((row) => {
    const [bankroll, held] = [amountOf(row.asset, row.bankroll), amountOf(row.asset, row.held)]
    return {
      asset: bankroll.asset,
      bankroll: formatAmount(bankroll),
      held: formatAmount(held),
      free: formatAmount(subtract(bankroll, held)),
      fees: formatAmount(amountOf(row.asset, row.fees)),
      customersTotal: formatAmount(amountOf(row.asset, row.customers)),
      customersHeld: formatAmount(amountOf(row.asset, row.customers_held)),
    }
  })
}

async function readOpenPayouts(pool: Pool): Promise<Exposure['instruments']> {
  const { rows } = await pool.query<
    { symbol: string; asset: number } & Record<'orders' | 'open_payout' | 'cap' | 'stake_up' | 'stake_down', bigint>
  >(
    `select i.symbol, x.asset, x.open_payout, coalesce(o.orders, 0) as orders, coalesce(t.cap, 0)::bigint as cap,
       coalesce(o.stake_up, 0) as stake_up, coalesce(o.stake_down, 0) as stake_down
     from contract.exposure as x join market.instrument as i using (instrument_id)
     left join (
       select instrument_id, asset, count(*) as orders, coalesce(sum(stake) filter (where direction = 'up'),
         0)::bigint as stake_up,
         coalesce(sum(stake) filter (where direction = 'down'), 0)::bigint as stake_down
       from contract.contract_order where state = 'open' group by instrument_id, asset) as o
       using (instrument_id, asset)
     left join lateral (
       select max(max_open_payout) as cap from (
         select distinct on (duration_slots) offered, max_open_payout from market.terms as t
           where t.instrument_id = x.instrument_id
         order by duration_slots, version desc) as newest where offered) as t on true
     where x.open_payout > 0 order by x.open_payout::float8 / greatest(t.cap, 1) desc, i.symbol, x.asset`,
  )
  return rows.map((row) => ({
    symbol: row.symbol,
    asset: assetOf(row.asset),
    openOrders: Number(row.orders),
    openPayout: formatAmount(amountOf(row.asset, row.open_payout)),
    cap: formatUnits(unitsOfEach(row.cap)),
    stakeUp: formatAmount(amountOf(row.asset, row.stake_up)),
    stakeDown: formatAmount(amountOf(row.asset, row.stake_down)),
  }))
}

async function readVoids(pool: Pool): Promise<Exposure['voids']> {
  const { rows } = await pool.query<Known<contract.VoidStatisticsRow>>(
    'select asset, void_reason, orders, stake from contract.void_statistics order by asset, void_reason',
  )
  return rows.map((row) => ({
    asset: assetOf(row.asset),
    reason: row.void_reason,
    orders: Number(row.orders),
    stake: formatAmount(amountOf(row.asset, row.stake)),
  }))
}

async function readOverdue(pool: Pool): Promise<Pick<Exposure, 'atMs' | 'overdue'>> {
  const { rows } = await pool.query<{ now_ms: bigint; overdue: bigint }>(
    `select now.ms as now_ms, (select count(*) from contract.contract_order as o
       where o.state = 'open' and c.genesis_ms + (o.exit_slot + 1) * ${slotMs} + $1::bigint < now.ms) as overdue
     from market.clock as c cross join (select clock.now_ms() as ms) as now`,
    [overdueAfterMs],
  )
  if (rows[0] === undefined) throw new Error('the market has no genesis: seed it first')
  return { atMs: Number(rows[0].now_ms), overdue: Number(rows[0].overdue) }
}

async function readHalted(pool: Pool): Promise<Exposure['halted']> {
  const { rows } = await pool.query<
    Known<Pick<ledger.StripeRow, 'stripe' | 'asset' | 'halted_reason'>, 'halted_reason'>
  >('select stripe, asset, halted_reason from ledger.stripe where halted_reason is not null order by stripe')
  return rows.map((row) => ({ stripe: row.stripe, asset: assetOf(row.asset), reason: row.halted_reason }))
}
