import * as z from 'zod/mini'
import { categoryName, symbolText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { feedSource } from '../system.ts'
import { noteText, operatorName } from './operator-fields.ts'
import { operatorAct, operatorNotedAct } from './records.ts'

const readers = ['risk', 'lead', 'auditor'] as const
const deciders = ['risk', 'lead'] as const

export const haltReason = z.enum(
  ['price-doubt', 'source-failure', 'exchange-halt', 'exposure', 'other'],
  'unknown-value',
)

/**
 * A halt in force. `lift` is null if nobody requested it. Only its author reads a name in `requestedBy`, others null.
 */
export const haltView = z.object({
  id: z.string(),
  reason: haltReason,
  note: z.string(),
  haltedBy: operatorName,
  haltedMs: timeMs,
  lift: z.nullable(z.object({ note: z.string(), requestedBy: z.nullable(operatorName), requestedMs: timeMs })),
})
export type HaltView = z.output<typeof haltView>

export const operatorMarkets = operatorOperation('operator/markets', readers, {
  summary:
    'Every instrument that customers see, with the age of its price, the sources that speak for it, and its halt; and the health of each source.',
  output: z.object({
    feed: z.object({ name: z.string(), isLive: z.boolean(), sources: z.array(feedSource) }),
    items: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        category: categoryName,
        state: z.enum(['closed', 'open', 'stale']),
        /** Age of the newest price; null before the first. */
        ageMs: z.nullable(z.int()),
        /**
         * How many sources that price it are live, of how many; null where the price has no live sources by its nature.
         */
        sources: z.nullable(z.object({ live: z.int(), all: z.int() })),
        halt: z.nullable(haltView),
      }),
    ),
  }),
})

export const operatorMarketHalt = operatorOperation('operator/market_halt', ['risk'], {
  summary:
    'Halts an instrument: new orders are refused from now on, open contracts settle by the published prices as ever.',
  input: z.object({ symbol: symbolText, reason: haltReason, note: noteText }),
  output: haltView,
  refusals: ['unknown-instrument', 'already-decided'],
})

export const operatorMarketLiftRequest = operatorNotedAct('operator/market_lift_request', ['risk'], {
  summary: 'Asks for a halt to be lifted, which a second operator does.',
  output: haltView,
  refusals: ['already-decided'],
})

export const operatorMarketLift = operatorAct('operator/market_lift', deciders, {
  summary: 'Lifts a halt that another operator asked to lift: the instrument takes orders again.',
  output: z.object({ symbol: z.string() }),
  refusals: ['same-operator', 'confirmation-required'],
})

export const operatorMarketLiftRefuse = operatorNotedAct('operator/market_lift_refuse', deciders, {
  summary: 'Keeps an instrument halted that somebody asked to lift, or takes back one’s own request.',
  output: haltView,
})
