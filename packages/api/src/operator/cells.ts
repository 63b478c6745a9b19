import * as z from 'zod/mini'
import { assetName, decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { freeText } from './operator-fields.ts'

/** The roles that read what the books of all cells come to. */
export const cellFigureReaders = ['risk', 'lead', 'auditor'] as const
/** Operators of payments read which cells there are and what waits to be paid. */
const readers = ['payments', ...cellFigureReaders] as const

/** What the books of a cell come to, or those of several. */
const cellFigures = z.object({
  customers: z.int(),
  /** What customers have, in stakes and on hold as well. */
  usd: decimalText,
  usdt: decimalText,
  /** The clearing accounts: over all cells they sum to zero, unless something is under way. */
  clearing: z.object({ usd: decimalText, usdt: decimalText }),
  /** How much a cell has sent to others that was not delivered yet. */
  underWay: z.int(),
})
export type CellFigures = z.output<typeof cellFigures>

const cellView = z.object({
  cell: z.int(),
  /** Where its console opens; null where nobody has said. */
  console: z.nullable(z.string()),
  hasNewestTerms: z.boolean(),
  responds: z.boolean(),
  /** Null where the cell does not respond, and for operators of payments alone. */
  figures: z.nullable(cellFigures),
})
export type CellView = z.output<typeof cellView>

const cellWithdrawal = z.object({
  id: z.string(),
  cell: z.int(),
  asset: assetName,
  amount: decimalText,
  state: z.enum(['under-review', 'approved']),
  requestedMs: timeMs,
  /** By when its next step is promised. */
  promisedMs: timeMs,
})
export type CellWithdrawal = z.output<typeof cellWithdrawal>

export const operatorCells = operatorOperation('operator/cells', readers, {
  summary:
    'All cells of the platform side by side with their sum, and the withdrawals that wait in any of them, the oldest first, 100 at most. Each cell is asked by itself: one that is away hides no other. Refused where this is the only cell.',
  output: z.object({
    cells: z.array(cellView),
    /** The sum of those that respond; null for operators of payments alone. */
    all: z.nullable(cellFigures),
    withdrawals: z.array(cellWithdrawal),
    /** Whether more of them wait. */
    hasMore: z.boolean(),
  }),
  refusals: ['not-found'],
})

export const operatorCellOf = operatorOperation('operator/cell_of', readers, {
  summary: 'Which cell the customer of an account number is in. Refused where this is the only cell.',
  input: z.object({ account: freeText({ min: 1, max: 32 }) }),
  output: z.object({
    /** Null where nobody has the number. */
    found: z.nullable(z.object({ cell: z.int(), customerId: z.string(), console: z.nullable(z.string()) })),
  }),
  refusals: ['not-found'],
})
