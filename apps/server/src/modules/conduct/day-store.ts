import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'

/** Money and customers of a day. Amounts are in units; one USDT counts as one USD. */
export interface DayFiguresRow {
  readonly open_contracts: bigint
  readonly open_stake: bigint
  readonly recharges: bigint
  readonly recharged: bigint
  readonly withdrawals: bigint
  readonly withdrawn: bigint
  readonly active: bigint
  readonly newcomers: bigint
}

/** What moved since `sinceMs`, and what is open. */
export async function readDayFigures(pool: Pool, sinceMs: number): Promise<DayFiguresRow> {
  const { rows } = await pool.query<DayFiguresRow>(
    `select * from
       (select count(*) as open_contracts, coalesce(sum(stake), 0)::bigint as open_stake
        from contract.contract_order where state = 'open') as contracts,
       (select count(*) as recharges, coalesce(sum(credited), 0)::bigint as recharged
        from deposit.deposit where decided_ms >= $1 and state = 'completed') as deposits,
       (select count(*) as withdrawals, coalesce(sum(amount), 0)::bigint as withdrawn
        from withdrawal.withdrawal where ended_ms >= $1 and state = 'completed') as withdrawals,
       (select count(distinct customer_id) as active,
          count(distinct customer_id) filter (where customer.created_ms >= $1) as newcomers
        from identity.session join identity.customer using (customer_id) where last_used_ms >= $1) as customers`,
    [sinceMs],
  )
  return onlyRow(rows, 'the figures of a day')
}

/** How cases were ended since a time, and how many of those that wait are past their promise. */
export interface Counted {
  readonly done: number
  readonly medianMs: number | null
  /** Of those that are done. */
  readonly late: number
  readonly overdueNow: number
}

type CountedRow = Known<Pick<conduct.PromiseLevelsResult, 'name' | 'done' | 'overdue_now'>> &
  Pick<conduct.PromiseLevelsResult, 'median_ms'> & { readonly late: bigint }

function byName(rows: readonly CountedRow[]): ReadonlyMap<string, Counted> {
  return new Map(
    rows.map((row) => [
      row.name,
      {
        done: Number(row.done),
        medianMs: numberOrNull(row.median_ms),
        late: Number(row.late),
        overdueNow: Number(row.overdue_now),
      },
    ]),
  )
}

/** The promises to every customer as they were kept since a time, by their names in `conduct.promise`. */
export async function readPromises(pool: Pool, sinceMs: number): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await pool.query<CountedRow>(
    'select name, done, median_ms, done - in_time as late, overdue_now from conduct.promise_levels($1)',
    [sinceMs],
  )
  return byName(rows)
}

/** Cases that were decided since $1, and those that wait. A deposit that a watcher credits is no case. */
const casesSince = `
  select 'withdrawals' as queue, created_ms as opened_ms, ended_ms, exists (
      select from withdrawal.withdrawal_overdue as o where o.withdrawal_id = w.withdrawal_id) as is_late
  from withdrawal.withdrawal as w
  where (ended_ms >= $1 or state in ('under-review', 'approved', 'sent')) and state <> 'cancelled'
  union all
  select 'recharges', created_ms, decided_ms, false from deposit.deposit as d
  where decided_ms >= $1 and exists (select from deposit.deposit_verdict as v where v.deposit_id = d.deposit_id)
  union all
  select 'recharges', created_ms, null, false from deposit.deposit
  where state = 'under-review' and voucher is not null and transfer_id is null
  union all
  select 'reviews', sent_ms, decided_ms, coalesce(decided_ms, clock.now_ms()) > promised_ms from kyc.submission
  where decided_ms >= $1 or state = 'under-review'`

/** The cases of each queue, apart from those that their customers cancelled or let lapse. */
export async function readQueues(pool: Pool, sinceMs: number): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await pool.query<CountedRow>(
    `select queue as name, count(ended_ms) as done,
       (percentile_disc(0.5) within group (order by ended_ms - opened_ms)
         filter (where ended_ms is not null))::bigint as median_ms,
       count(ended_ms) filter (where is_late) as late,
       count(*) filter (where is_late and ended_ms is null) as overdue_now
     from (${casesSince}) as cases group by queue`,
    [sinceMs],
  )
  return byName(rows)
}

/** Cases of all queues in one hour; conversations among them, also those of visitors. */
export interface HourRow {
  /** Counted from `sinceMs`. */
  readonly hour: number
  readonly opened: bigint
  readonly decided: bigint
}

/** The hours since a time in which cases were opened or decided, the earliest first. */
export async function readHours(pool: Pool, sinceMs: number): Promise<readonly HourRow[]> {
  const { rows } = await pool.query<HourRow>(
    `with cases as (${casesSince}), moment as (
       select opened_ms as at_ms, true as is_opening from cases
       union all
       select ended_ms, false from cases where ended_ms is not null
       union all
       select at_ms, true from support.message where body ->> 'event' = 'waiting' and at_ms >= $1
       union all
       select at_ms, false from support.message where body ->> 'event' = 'closed' and at_ms >= $1
     )
     select ((at_ms - $1) / 3600000)::integer as hour, count(*) filter (where is_opening) as opened,
       count(*) filter (where not is_opening) as decided
     from moment where at_ms >= $1 group by 1 order by 1`,
    [sinceMs],
  )
  return rows
}
