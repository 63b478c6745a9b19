import * as z from 'zod/mini'
import { operatorOperation } from '../operation.ts'

/** How often contracts were right about the seconds after their acceptance, in basis points. */
export const foresightShare = z.object({
  /** Contracts whose price moved in these seconds. */
  contracts: z.int(),
  rightBps: z.int(),
  /** The lower end of the 95 % confidence interval. */
  atLeastBps: z.int(),
  /** The share of wins at which these contracts break even. */
  breakEvenBps: z.int(),
  /** Enough contracts, and the lower end is above break-even. */
  isAlarm: z.boolean(),
})

export const operatorForesight = operatorOperation('operator/foresight', ['risk', 'lead', 'auditor'], {
  summary:
    'How often contracts of the last days were right about the 5 seconds after their acceptance, by instrument and by customer, those nearest to an alarm first. An alarm is answered by a rule for everybody: windows, durations or caps.',
  output: z.object({
    days: z.int(),
    /** Fewer contracts raise no alarm. */
    leastContracts: z.int(),
    instruments: z.array(z.object({ symbol: z.string(), share: foresightShare })),
    customers: z.array(z.object({ customerId: z.string(), publicId: z.string(), share: foresightShare })),
  }),
})
