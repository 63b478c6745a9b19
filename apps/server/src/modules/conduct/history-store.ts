import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import { slotMs } from '@candor/formulas'
import { onlyRow } from '../../platform/only-row.ts'

/** What the contracts of a day came to, of all bands and durations. */
export type DayRow = Pick<conduct.ContractDayRow, 'day' | 'won' | 'lost' | 'staked' | 'fees' | 'profits' | 'net'> & {
  /** The sum of the squares of stake and profit of each contract; null where it is not known. */
  readonly squares: bigint | null
}

/** The days from `from` on, counted from 1970, that have contracts. Ascending. */
export async function readDays(pool: Pool, from: number): Promise<readonly DayRow[]> {
  const { rows } = await pool.query<Omit<DayRow, 'squares'> & { readonly squares: string | null }>(
    // Squares exceed 64 bits; a pool reads no numeric.
    `select day, sum(won)::bigint as won, sum(lost)::bigint as lost, sum(staked)::bigint as staked,
       sum(fees)::bigint as fees, sum(profits)::bigint as profits, sum(net)::bigint as net,
       case when bool_and(squares is not null) then sum(squares)::text end as squares
     from conduct.contract_day where day >= $1 group by day order by day`,
    [from],
  )
  return rows.map((row) => ({ ...row, squares: row.squares === null ? null : BigInt(row.squares) }))
}

/** What open contracts may pay, by the step in which they end, from 0 on; `steps` stands for all later ones. */
export interface DueRow {
  readonly step: number
  readonly payout: bigint
}

export async function readDue(pool: Pool, stepMs: number, steps: number): Promise<readonly DueRow[]> {
  const { rows } = await pool.query<DueRow>(
    `select least(greatest((genesis_ms + (exit_slot + 1) * ${slotMs} - clock.now_ms()) / $1, 0), $2)::integer as step,
       sum(profit)::bigint as payout
     from contract.contract_order cross join market.clock where state = 'open' group by 1 order by 1`,
    [stepMs, steps],
  )
  return rows
}

export async function readNow(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now_ms: bigint }>('select clock.now_ms() as now_ms')
  return Number(onlyRow(rows, 'clock.now_ms').now_ms)
}
