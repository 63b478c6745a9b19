import type { DayFiguresEvent } from '@candor/proof/encoding'
import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'

/** Reads versions of rules that are not in the log. */
export const unsealedRules = `select rule_id, name, version, text_hash from conduct.rule
  where not exists (select from transparency.leaf_of_record where kind = 'rule' and record_id = rule_id)
  order by rule_id`

/** Reads at most `$1` closed days whose figures are not in the log. */
export const unsealedDays = `select day from conduct.closed_day
  where not exists (select from transparency.leaf_of_record where kind = 'figures' and record_id = day)
  order by day limit $1`

/** Versions of rules that are not in the log, in the order of their publication. */
export async function readUnsealedRules(
  pool: Pool,
): Promise<readonly Pick<conduct.RuleRow, 'rule_id' | 'name' | 'version' | 'text_hash'>[]> {
  const { rows } = await pool.query<Pick<conduct.RuleRow, 'rule_id' | 'name' | 'version' | 'text_hash'>>({
    name: 'unsealed-rules',
    text: unsealedRules,
  })
  return rows
}

/** Closed days whose figures are not in the log, oldest first. */
export async function readUnsealedDays(pool: Pool, most: number): Promise<readonly DayFiguresEvent[]> {
  const { rows } = await pool.query<Pick<conduct.ClosedDayRow, 'day'>>({
    name: 'unsealed-days',
    text: unsealedDays,
    values: [most],
  })
  const days = rows.map(({ day }) => day)
  if (days.length === 0) return []
  const [groups, voids, shares] = [
    await pool.query<GroupRow>(
      `select day, stake_from, duration_slots, won, lost, tied, voided, staked, fees, profits, net
       from conduct.contract_day where day = any ($1) order by day, stake_from, duration_slots`,
      [days],
    ),
    await pool.query<conduct.VoidDayRow>('select * from conduct.void_day where day = any ($1) order by day, reason', [
      days,
    ]),
    await pool.query<conduct.CustomerShareRow>(
      'select * from conduct.customer_share where day = any ($1) order by day, days',
      [days],
    ),
  ]
  return days.map((day) => ({
    day,
    groups: groups.rows.filter((row) => row.day === day).map(groupOf),
    voids: voids.rows
      .filter((row) => row.day === day)
      .map((row) => ({ reason: row.reason, contracts: Number(row.contracts), houseGain: row.house_gain })),
    customers: shares.rows
      .filter((row) => row.day === day)
      .map((row) => ({ days: row.days, customers: Number(row.customers), lost: Number(row.lost) })),
  }))
}

type GroupRow = Omit<conduct.ContractDayRow, 'squares'>

function groupOf(row: GroupRow): DayFiguresEvent['groups'][number] {
  return {
    stakeFrom: row.stake_from,
    durationSlots: row.duration_slots,
    won: Number(row.won),
    lost: Number(row.lost),
    tied: Number(row.tied),
    voided: Number(row.voided),
    staked: row.staked,
    fees: row.fees,
    profits: row.profits,
    net: row.net,
  }
}
