import type { OutputOf, transparencyServiceLevels } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import type * as withdrawal from '../../../database/rows/withdrawal.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'

type Levels = OutputOf<typeof transparencyServiceLevels>

const windowMs = 30 * dayMs
/** Below 20, “95 of 100” is the slowest of all, and says little beyond single cases. */
const minCases = 20

interface LevelsRow {
  readonly now_ms: bigint
  readonly requested: bigint
  readonly completed: bigint
  readonly failed: bigint
  readonly rejected: bigint
  readonly cancelled: bigint
  readonly open: bigint
}

/** A row of `conduct.promise_levels`; withdrawals and identity checks are counted into the same columns. */
type CaseRow<Name extends string> = Known<
  Omit<conduct.PromiseLevelsResult, 'name'>,
  'promised_within_ms' | 'done' | 'in_time' | 'overdue_now'
> & { readonly name: Name }
type StepName = withdrawal.WithdrawalOverdueRow['step']
type CheckName = Levels['identityChecks']['steps'][number]['name']
type ServiceName = Levels['service']['steps'][number]['name']

/**
 * How well the promises of withdrawals were kept in the last 30 days, both assets together, those of
 * identity checks, and those to every customer. A rejection ends the review like an approval.
 */
export async function readServiceLevels(pool: Pool): Promise<Levels> {
  const { rows } = await pool.query<LevelsRow>(
    `select now_ms, count(*) filter (where created_ms > since_ms) as requested,
       count(*) filter (where state = 'completed' and ended_ms > since_ms) as completed,
       count(*) filter (where state = 'failed' and ended_ms > since_ms) as failed,
       count(*) filter (where state = 'rejected' and ended_ms > since_ms) as rejected,
       count(*) filter (where state = 'cancelled' and ended_ms > since_ms) as cancelled,
       count(*) filter (where state in ('under-review', 'approved', 'sent')) as open
     from (select clock.now_ms() as now_ms, clock.now_ms() - $1::bigint as since_ms) as clock
     left join withdrawal.withdrawal on created_ms > since_ms or ended_ms > since_ms
       or state in ('under-review', 'approved', 'sent')
     group by now_ms`,
    [windowMs],
  )
  const { rows: steps } = await pool.query<CaseRow<StepName>>(
    `with clock as (select clock.now_ms() as now_ms, clock.now_ms() - $1::bigint as since_ms),
     promise as (select max(review_ms) as review_ms, max(sending_ms) as sending_ms, max(arrival_ms) as arrival_ms
       from (select distinct on (asset) * from withdrawal.withdrawal_terms order by asset, version desc) as newest),
     step as (
       select 'approved' as name, 1 as place, coalesce(approved_ms, case
         when state = 'rejected' then ended_ms end) as done_ms, created_ms as from_ms,
         review_due_ms as due_ms, state = 'under-review' as is_next from withdrawal.withdrawal
       union all select 'sent', 2, sent_ms, approved_ms, sending_due_ms, state = 'approved' from withdrawal.withdrawal
       union all select 'completed', 3, case when state = 'completed' then ended_ms end, approved_ms, arrival_due_ms,
         state = 'sent' from withdrawal.withdrawal
     )
     select name, case name when 'approved' then review_ms when 'sent' then sending_ms
       else arrival_ms end as promised_within_ms,
       count(*) filter (where done_ms > since_ms) as done,
       count(*) filter (where done_ms > since_ms and done_ms <= due_ms) as in_time,
       (percentile_disc(0.5) within group (order by done_ms - from_ms)
         filter (where done_ms > since_ms))::bigint as median_ms,
       (percentile_disc(0.95) within group (order by done_ms - from_ms)
         filter (where done_ms > since_ms))::bigint as ninety_five_ms,
       max(done_ms - from_ms) filter (where done_ms > since_ms) as slowest_ms,
       count(*) filter (where is_next and due_ms < now_ms) as overdue_now
     from (values ('approved', 1), ('sent', 2), ('completed', 3)) as named (name, place) cross join clock
       cross join promise
     left join step using (name, place) group by name, place, review_ms, sending_ms, arrival_ms order by place`,
    [windowMs],
  )
  const [row] = rows
  if (row === undefined) throw new Error('service levels could not be counted')
  const toMs = Number(row.now_ms)
  return {
    fromMs: toMs - windowMs,
    toMs,
    withdrawals: {
      requested: Number(row.requested),
      completed: Number(row.completed),
      failed: Number(row.failed),
      rejected: Number(row.rejected),
      cancelled: Number(row.cancelled),
      open: Number(row.open),
      steps: steps.map((step) => ({
        name: step.name,
        promisedWithinMs: Number(step.promised_within_ms),
        done: Number(step.done),
        inTime: Number(step.in_time),
        medianMs: numberOrNull(step.median_ms),
        ninetyFiveMs: numberOrNull(step.ninety_five_ms),
        slowestMs: numberOrNull(step.slowest_ms),
        overdueNow: Number(step.overdue_now),
      })),
    },
    ...(await readCaseLevels(pool, toMs - windowMs)),
  }
}

async function readCaseLevels(pool: Pool, sinceMs: number): Promise<Pick<Levels, 'identityChecks' | 'service'>> {
  const checks = await pool.query<CaseRow<CheckName>>('select * from kyc.review_levels($1)', [sinceMs])
  const service = await pool.query<CaseRow<ServiceName>>('select * from conduct.promise_levels($1)', [sinceMs])
  return {
    identityChecks: { steps: checks.rows.map(caseLevels) },
    service: { steps: service.rows.map(caseLevels) },
  }
}

function caseLevels<Name extends string>(row: CaseRow<Name>) {
  const done = Number(row.done)
  const missing = Math.max(0, minCases - done)
  const shown = (value: bigint | null) => (missing > 0 ? null : numberOrNull(value))
  return {
    name: row.name,
    promisedWithinMs: Number(row.promised_within_ms),
    done,
    missing,
    inTime: shown(row.in_time),
    medianMs: shown(row.median_ms),
    ninetyFiveMs: shown(row.ninety_five_ms),
    slowestMs: shown(row.slowest_ms),
    overdueNow: Number(row.overdue_now),
  }
}
