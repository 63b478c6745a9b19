import type { Pool } from 'pg'
import { routine } from '../../platform/postgres/routine.ts'

/** A customer who has left a cell while withdrawals are frozen in it, and the cell that the customer left for. */
export interface FrozenDeparture {
  readonly customerId: bigint
  readonly toCell: number
}

/** A customer whose withdrawals are frozen in a cell because they are in an earlier one. */
export interface ReportedFreeze {
  readonly customerId: bigint
  readonly fromCell: number
}

export async function readFrozenDepartures(source: Pool): Promise<FrozenDeparture[]> {
  const { rows } = await source.query<FrozenDeparture>(
    'select customer_id as "customerId", to_cell as "toCell" from cell.frozen_departures()',
  )
  return rows
}

export async function readReportedFreezes(target: Pool): Promise<ReportedFreeze[]> {
  const { rows } = await target.query<ReportedFreeze>(
    'select customer_id as "customerId", from_cell as "fromCell" from cell.reported_freezes()',
  )
  return rows
}

/** Freezes the withdrawals of these customers of another cell, and lifts what that cell has reported of others. */
export const reportFreezes = routine<[fromCell: number, customerIds: readonly bigint[]], void>('cell.report_freezes')
