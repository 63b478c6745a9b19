import * as z from 'zod/mini'
import { decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'

export const operatorDayFigures = operatorOperation('operator/day_figures', ['risk', 'lead', 'auditor'], {
  summary:
    'What contracts, recharges and withdrawals came to today (UTC), and how many customers were there. One USDT counts as one USD.',
  output: z.object({
    atMs: timeMs,
    /** What the house earned by contracts: fees, and stakes kept less profits paid. */
    result: decimalText,
    /** The same of the whole day before. */
    yesterday: decimalText,
    settled: z.int(),
    /** Open contracts that should have been settled by the promise. */
    overdue: z.int(),
    openContracts: z.int(),
    openStake: decimalText,
    recharges: z.int(),
    recharged: decimalText,
    /** Withdrawals that arrived. */
    withdrawals: z.int(),
    withdrawn: decimalText,
    /** Customers who used a session today, and those of them who registered today. */
    activeCustomers: z.int(),
    newCustomers: z.int(),
  }),
})

/** The queues whose cases are counted. */
export const dayQueues = ['withdrawals', 'recharges', 'reviews', 'support'] as const
export type DayQueue = (typeof dayQueues)[number]

const queueOfDay = z.object({
  queue: z.enum(dayQueues),
  /** How many were decided today, of conversations: got their first answer. */
  decided: z.int(),
  /** Half of these took at most so long; null without any. */
  medianMs: z.nullable(z.int()),
  /** Of those decided today and those that wait past their promise, how many missed it. Null where none is made. */
  late: z.nullable(z.object({ cases: z.int(), of: z.int() })),
})
export type QueueOfDay = z.output<typeof queueOfDay>

export const operatorDayCases = operatorOperation('operator/day_cases', 'any', {
  summary:
    'How many cases were opened and decided in each hour of today (UTC), and of each queue how many were late. Without a word about whose they are.',
  output: z.object({
    atMs: timeMs,
    queues: z.array(queueOfDay),
    /** From midnight on, up to the present hour. */
    hours: z.array(z.object({ opened: z.int(), decided: z.int() })),
  }),
})
