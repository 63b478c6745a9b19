import type { operatorRiskHistory, OutputOf } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import type { Database } from '../../platform/transaction.ts'
import { dueOf, dueStepMs, dueSteps, historyOf } from './history.ts'
import { readDays, readDue, readNow } from './history-store.ts'

/** What contracts came to on each of the last `days`, today included, and what open ones may pay. */
export async function readHistory(pool: Database, days: number): Promise<OutputOf<typeof operatorRiskHistory>> {
  const atMs = await readNow(pool)
  const lastDay = Math.floor(atMs / dayMs)
  const [rows, due] = await Promise.all([readDays(pool, lastDay - days + 1), readDue(pool, dueStepMs, dueSteps)])
  return { atMs, days: historyOf(rows, { lastDay, days }), due: dueOf(due) }
}
