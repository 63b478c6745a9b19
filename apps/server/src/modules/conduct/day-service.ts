import { dayQueues } from '@candor/api/operator'
import type { operatorDayCases, operatorDayFigures, OutputOf, QueueOfDay } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import type { Database } from '../../platform/transaction.ts'
import { readDayFigures, readHours, readPromises, readQueues } from './day-store.ts'
import type { Counted } from './day-store.ts'
import { readDays, readNow } from './history-store.ts'

const hourMs = 3_600_000

/** What contracts, recharges and withdrawals came to since midnight (UTC). */
export async function readFigures(pool: Database): Promise<OutputOf<typeof operatorDayFigures>> {
  const atMs = await readNow(pool)
  const day = Math.floor(atMs / dayMs)
  const [days, figures, promises] = await Promise.all([
    readDays(pool, day - 1),
    readDayFigures(pool, day * dayMs),
    readPromises(pool, day * dayMs),
  ])
  const settled = promises.get('settled')
  const resultOf = (of: number) => formatUnits(-(days.find((row) => row.day === of)?.net ?? 0n))
  return {
    atMs,
    result: resultOf(day),
    yesterday: resultOf(day - 1),
    settled: settled?.done ?? 0,
    overdue: settled?.overdueNow ?? 0,
    openContracts: Number(figures.open_contracts),
    openStake: formatUnits(figures.open_stake),
    recharges: Number(figures.recharges),
    recharged: formatUnits(figures.recharged),
    withdrawals: Number(figures.withdrawals),
    withdrawn: formatUnits(figures.withdrawn),
    activeCustomers: Number(figures.active),
    newCustomers: Number(figures.newcomers),
  }
}

/** The cases of each queue, and of each hour, since midnight (UTC). */
export async function readCases(pool: Database): Promise<OutputOf<typeof operatorDayCases>> {
  const atMs = await readNow(pool)
  const sinceMs = Math.floor(atMs / dayMs) * dayMs
  const [queues, hours, promises] = await Promise.all([
    readQueues(pool, sinceMs),
    readHours(pool, sinceMs),
    readPromises(pool, sinceMs),
  ])
  return {
    atMs,
    queues: dayQueues.map((queue) => viewOf(queue, queue === 'support' ? promises.get('answered') : queues.get(queue))),
    hours: Array.from({ length: Math.floor((atMs - sinceMs) / hourMs) + 1 }, (_, hour) => {
      const row = hours.find((found) => found.hour === hour)
      return { opened: Number(row?.opened ?? 0), decided: Number(row?.decided ?? 0) }
    }),
  }
}

function viewOf(queue: QueueOfDay['queue'], counted: Counted | undefined): QueueOfDay {
  const { done, medianMs, late, overdueNow } = counted ?? { done: 0, medianMs: null, late: 0, overdueNow: 0 }
  return {
    queue,
    decided: done,
    medianMs,
    // Nobody is promised a time for a voucher.
    late: queue === 'recharges' ? null : { cases: late + overdueNow, of: done + overdueNow },
  }
}
