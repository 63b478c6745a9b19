import type { operatorForesight, OutputOf } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type * as market from '../../../database/rows/market.ts'
import { routine } from '../../platform/postgres/routine.ts'

type Foresight = OutputOf<typeof operatorForesight>
type Share = Foresight['customers'][number]['share']

/** Counted days, today included. */
const days = 7
/** Fewer contracts raise no alarm. */
const leastContracts = 100
/** Rows shown of each list. */
const shown = 20

/** Counts what orders foresaw since the last count, at most `limit`. Returns how many orders it went through. */
export const countForesight = routine<[limit: number], number>('contract.watch_foresight')

interface ShareRow {
  readonly contracts: bigint
  readonly right_contracts: bigint
  readonly at_least_bps: number
  readonly break_even_bps: number
}

const shares = `sum(contracts)::bigint as contracts, sum(right_contracts)::bigint as right_contracts,
  contract.share_at_least_bps(sum(right_contracts)::bigint, sum(contracts)::bigint) as at_least_bps,
  (sum(break_even_bps) / sum(contracts))::integer as break_even_bps`
const recent = `from contract.foresight where day > clock.now_ms() / ${dayMs} - ${days}`
const nearest = `order by at_least_bps - break_even_bps desc limit ${shown}`

/** How often orders of the last days were right about the next seconds, those nearest to an alarm first. */
export async function readForesight(pool: Pool): Promise<Foresight> {
  const [instruments, customers] = await Promise.all([
    pool.query<ShareRow & Pick<market.InstrumentRow, 'symbol'>>(
      `select symbol, counted.* from (
         select instrument_id, ${shares} ${recent} group by instrument_id
       ) as counted join market.instrument using (instrument_id) ${nearest}`,
    ),
    pool.query<ShareRow & Pick<identity.CustomerRow, 'customer_id' | 'public_id'>>(
      `select public_id, counted.* from (
         select customer_id, ${shares} ${recent} group by customer_id
       ) as counted join identity.customer using (customer_id) ${nearest}`,
    ),
  ])
  return {
    days,
    leastContracts,
    instruments: instruments.rows.map((row) => ({ symbol: row.symbol, share: shareOf(row) })),
    customers: customers.rows.map((row) => ({
      customerId: String(row.customer_id),
      publicId: row.public_id,
      share: shareOf(row),
    })),
  }
}

function shareOf(row: ShareRow): Share {
  const [contracts, right] = [Number(row.contracts), Number(row.right_contracts)]
  return {
    contracts,
    rightBps: Math.round((10_000 * right) / contracts),
    atLeastBps: row.at_least_bps,
    breakEvenBps: row.break_even_bps,
    isAlarm: contracts >= leastContracts && row.at_least_bps > row.break_even_bps,
  }
}
