import * as z from 'zod/mini'
import { timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'

const loggedTree = z.object({
  log: z.enum(['ticks', 'events']),
  /** The newest half-year of it. */
  shard: z.string(),
  leaves: z.int(),
  /** When its newest checkpoint was signed; null before the first. */
  signedMs: z.nullable(timeMs),
})

export const operatorPriceLog = operatorOperation('operator/price_log', ['risk', 'lead', 'auditor'], {
  summary:
    'The state of the price log: its newest checkpoints, the stored frames that wait to be sealed, slots of the last 24 hours without a frame, and its witnesses.',
  output: z.object({
    atMs: timeMs,
    /** Empty before the first start of the log. */
    trees: z.array(loggedTree),
    /** For how long stored frames have waited for a checkpoint; null before the first. */
    lagMs: z.nullable(z.int()),
    /** From this lag on an alarm is raised. */
    alarmMs: z.int(),
    /** The longest that a booked batch of today (UTC) waited for a checkpoint; null before the first. */
    slowestTodayMs: z.nullable(z.int()),
    /** Sealed frames and batches that differ from what is stored now, as far as they were compared. */
    differences: z.int(),
    /** Slots of the last 24 hours without a frame, of all slots since then or since the first frame. */
    missing: z.object({ slots: z.int(), of: z.int() }),
    witnesses: z.object({
      /** Those that run apart from this installation, and how many of them have cosigned lately. */
      independent: z.int(),
      fresh: z.int(),
      /** When the last of the independent ones has cosigned that is furthest behind; null where one never has. */
      cosignedMs: z.nullable(timeMs),
    }),
  }),
  refusals: [],
})
