import type { OutputOf, transparencyServiceDays } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type * as conduct from '../../../database/rows/conduct.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import type { Database } from '../../platform/transaction.ts'

type Service = OutputOf<typeof transparencyServiceDays>['items'][number]

/** Its day is null for a service without a day. */
interface ServiceDayRow extends Joined<Pick<conduct.SettledTimeRow, 'day'>> {
  readonly name: Service['name']
  readonly promised_ms: number
  readonly done: bigint
  readonly in_time: bigint
}

/** No promise is made of accepting orders: this is what a status page calls in time. */
const acceptedWithinMs = 1_000

/** Orders as they were accepted and contracts as they were settled, on each day (from 1970) from `firstDay` on. */
export async function readServiceDays(pool: Database, firstDay: number): Promise<Service[]> {
  const { rows } = await pool.query<ServiceDayRow>(
    `with service as (
       select 'accepted' as name, $1::integer as promised_ms
       union all
       select name, within_ms::integer from conduct.promise where name = 'settled'
     ), took as (
       select 'accepted' as name, day, within_ms, orders as cases from conduct.acceptance_day where day >= $2
       union all
       select 'settled', day, within_ms, contracts from conduct.settled_time where day >= $2
     )
     select service.name, promised_ms, day, coalesce(sum(cases), 0)::bigint as done,
       coalesce(sum(cases) filter (where within_ms <= promised_ms), 0)::bigint as in_time
     from service left join took on took.name = service.name
     group by service.name, promised_ms, day order by service.name, day`,
    [acceptedWithinMs, firstDay],
  )
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => ({
    name,
    withinMs: own[0]?.promised_ms ?? acceptedWithinMs,
    days: own.flatMap(({ day, done, in_time: inTime }) =>
      day === null ? [] : [{ startMs: day * dayMs, done: Number(done), inTime: Number(inTime) }],
    ),
  }))
}
