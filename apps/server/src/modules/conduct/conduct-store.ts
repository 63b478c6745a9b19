import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as transparency from '../../../database/rows/transparency.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { routine } from '../../platform/postgres/routine.ts'
import type { AcceptedOrders } from './acceptance-times.ts'

/** Counts the contracts of at most `limit` further batches of each stripe. Returns how many batches it went through. */
export const countSettled = routine<[limit: number], number>('conduct.count_settled')

/** Closes the next day that is whole. Returns it, counted from 1970; null where there is none. */
export const closeDay = routine<[], number | null>('conduct.close_day')

export async function watchIncidents(pool: Pool): Promise<void> {
  await pool.query('select conduct.watch_incidents()')
}

/** The lower ends of the bands of stakes, ascending, in units. */
export async function readStakeBands(pool: Pool): Promise<readonly bigint[]> {
  const { rows } = await pool.query<conduct.StakeBandRow>('select stake_from from conduct.stake_band order by 1')
  return rows.map(({ stake_from: stakeFrom }) => stakeFrom)
}

export async function addAcceptances(pool: Pool, accepted: readonly AcceptedOrders[]): Promise<void> {
  await pool.query('select conduct.add_acceptances($1, $2, $3)', [
    accepted.map(({ stakeFrom }) => stakeFrom),
    accepted.map(({ withinMs }) => withinMs),
    accepted.map(({ orders }) => orders),
  ])
}

/** The settings, the counted days, and the leaf of the events log that holds the totals of the last day. */
export interface Counted
  extends conduct.SettingRow, Joined<Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'>> {
  /** The first counted and the last closed day, from 1970; null before. */
  readonly first_day: number | null
  readonly last_day: number | null
}

export async function readCounted(pool: Pool): Promise<Counted> {
  const { rows } = await pool.query<Counted>(
    `select setting.*, first_day, last_day, shard, leaf_index
     from conduct.setting
     cross join (select min(day) as first_day, max(day) as last_day from conduct.closed_day) as days
     left join transparency.leaf_of_record on kind = 'figures' and record_id = last_day`,
  )
  return onlyRow(rows, 'the counted days')
}

/** Days, both ends included. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

export type GroupRow = Known<Omit<conduct.ContractDayRow, 'day'>>

/** The contracts of these days by band of stakes and duration. */
export async function readGroups(pool: Pool, { from, to }: DaySpan): Promise<readonly GroupRow[]> {
  const { rows } = await pool.query<GroupRow>(
    `select stake_from, duration_slots, sum(won)::bigint as won, sum(lost)::bigint as lost, sum(tied)::bigint as tied,
       sum(voided)::bigint as voided, sum(staked)::bigint as staked, sum(fees)::bigint as fees,
       sum(profits)::bigint as profits, sum(net)::bigint as net
     from conduct.contract_day where day between $1 and $2 group by stake_from, duration_slots order by 1, 2`,
    [from, to],
  )
  return rows
}

export type VoidRow = Omit<conduct.VoidDayRow, 'day'>

export async function readVoids(pool: Pool, { from, to }: DaySpan): Promise<readonly VoidRow[]> {
  const { rows } = await pool.query<VoidRow>(
    `select reason, sum(contracts)::bigint as contracts, sum(house_gain)::bigint as house_gain
     from conduct.void_day where day between $1 and $2 group by reason order by reason`,
    [from, to],
  )
  return rows
}

export type AcceptanceRow = Omit<conduct.AcceptanceDayRow, 'day'>

/** Accepted orders by band of stakes and milliseconds, both ascending. */
export async function readAcceptances(pool: Pool, { from, to }: DaySpan): Promise<readonly AcceptanceRow[]> {
  const { rows } = await pool.query<AcceptanceRow>(
    `select stake_from, within_ms, sum(orders)::bigint as orders
     from conduct.acceptance_day where day between $1 and $2 group by stake_from, within_ms order by 1, 2`,
    [from, to],
  )
  return rows
}

/** How many customers lost over the days that end with `day`. */
export async function readShare(
  pool: Pool,
  day: number,
  days: number,
): Promise<Pick<conduct.CustomerShareRow, 'customers' | 'lost'> | null> {
  const { rows } = await pool.query<Pick<conduct.CustomerShareRow, 'customers' | 'lost'>>(
    'select customers, lost from conduct.customer_share where day = $1 and days = $2',
    [day, days],
  )
  return rows[0] ?? null
}

export type OfferRow = Pick<market.TermsRow, 'duration_slots' | 'fee_bps' | 'payout_bps'>

/** The different offers by the newest terms. */
export async function readOffers(pool: Pool): Promise<readonly OfferRow[]> {
  const { rows } = await pool.query<OfferRow>(
    `select distinct duration_slots, fee_bps, payout_bps from (
       select distinct on (instrument_id, duration_slots) offered, duration_slots, fee_bps, payout_bps
       from market.terms order by instrument_id, duration_slots, version desc
     ) as newest where offered order by 1, 2, 3`,
  )
  return rows
}
