import { dayMs } from '@candor/formulas'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import { amountOf, assetOf } from '../ledger/index.ts'
import type { DaySumsRecord } from './contract.ts'

export interface DaysWanted {
  readonly customerId: bigint
  /** Local time ahead of UTC: days begin at its midnight. */
  readonly utcOffsetMinutes: number
  /** Only settlements before this instant (unix ms); null for all. */
  readonly beforeMs: number | null
  /** How many days, those without settlements not counted. */
  readonly limit: number
}

/**
 * The newest days with settlements, newest first, with their sums per asset. Each day costs one index step, however far
 * back it lies.
 */
export async function readDaySums(pool: Pool, wanted: DaysWanted): Promise<DaySumsRecord[]> {
  const { rows } = await pool.query<
    Pick<contract.ContractOrderRow, 'asset'> & {
      readonly start_ms: bigint
      readonly contracts: number
      readonly won: number
      readonly lost: number
      readonly tie: number
      readonly void: number
      readonly staked: bigint
      readonly fees: bigint
      readonly net: bigint
    }
  >({
    name: 'contract-day-sums',
    text: `with recursive day (start_ms, place) as (
        select (newest.settled_ms + $3) / ${dayMs} * ${dayMs} - $3, 1
        from (
          select settled_ms from contract.contract_order
          where customer_id = $1 and state = 'closed' and settled_ms < $2 order by settled_ms desc limit 1
        ) as newest
        union all
        select (earlier.settled_ms + $3) / ${dayMs} * ${dayMs} - $3, day.place + 1
        from day cross join lateral (
          select settled_ms from contract.contract_order
          where customer_id = $1 and state = 'closed' and settled_ms < day.start_ms order by settled_ms desc limit 1
        ) as earlier
        where day.place < $4
      )
      select day.start_ms, sums.* from day cross join lateral (
        select asset, count(*)::integer as contracts,
          count(*) filter (where result = 'won')::integer as won,
            count(*) filter (where result = 'lost')::integer as lost,
          count(*) filter (where result = 'tie')::integer as tie,
            count(*) filter (where result = 'void')::integer as void,
          sum(stake)::bigint as staked, coalesce(sum(fee) filter (where result in ('won', 'lost')), 0)::bigint as fees,
            sum(net)::bigint as net
        from contract.contract_order
        where customer_id = $1 and state = 'closed' and settled_ms >= day.start_ms
          and settled_ms < least(day.start_ms + ${dayMs}, $2)
        group by asset
      ) as sums
      order by day.start_ms desc, sums.asset`,
    values: [wanted.customerId, wanted.beforeMs ?? farAheadMs, BigInt(wanted.utcOffsetMinutes) * 60_000n, wanted.limit],
  })
  return rows.map((row) => ({
    startMs: Number(row.start_ms),
    asset: assetOf(row.asset),
    contracts: row.contracts,
    won: row.won,
    lost: row.lost,
    tie: row.tie,
    void: row.void,
    staked: amountOf(row.asset, row.staked),
    fees: amountOf(row.asset, row.fees),
    net: amountOf(row.asset, row.net),
  }))
}

const farAheadMs = 2n ** 62n

/** The results of a customer's newest contracts, newest first, without void ones: at most `limit`. */
export async function readNewestResults(
  pool: Pool,
  customerId: bigint,
  limit: number,
): Promise<('won' | 'lost' | 'tie')[]> {
  const { rows } = await pool.query<Pick<contract.ContractOrderRow, 'result'>>({
    name: 'contract-newest-results',
    text: `select result from contract.contract_order where customer_id = $1 and state = 'closed' and result <> 'void'
      order by settled_ms desc, order_id desc limit $2`,
    values: [customerId, limit],
  })
  return rows.flatMap(({ result }) => (result === null || result === 'void' ? [] : [result]))
}
