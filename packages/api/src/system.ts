import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'
import { slotNumber, timeMs } from './fields.ts'
import { sourceKind } from './market.ts'

export const systemMode = z.enum(['sandbox', 'live'])

/** One live source of prices: opening its first connection, live, waiting to try again, or priced by no instrument. */
export const feedSource = z.object({
  name: z.string(),
  state: z.enum(['connecting', 'live', 'down', 'unused']),
  /** Null before its first tick. */
  lastTickAgeMs: z.nullable(z.int().check(z.gte(0))),
})

export const systemStatus = customerOperation('system/status', 'public', {
  summary: 'Version, mode, clock and the health of feed and ledger.',
  output: z.object({
    version: z.string(),
    mode: systemMode,
    /** Who runs the platform, by the legal name and the licence; null in a sandbox that does not say. */
    operator: z.nullable(z.object({ name: z.string(), licence: z.string() })),
    nowMs: timeMs,
    genesisMs: timeMs,
    /** The newest published slot, or null before the first frame. */
    slot: z.nullable(slotNumber),
    feed: z.object({
      name: z.string(),
      kinds: z.array(sourceKind),
      isLive: z.boolean(),
      /** The live sources; empty when the feed has none. */
      sources: z.array(feedSource),
    }),
    ledger: z.enum(['ok', 'halted']),
    maintenance: z.boolean(),
  }),
})

export const systemPlanned = customerOperation('system/planned', 'public', {
  summary: 'Planned work that operators have announced and that is not over, the next one first, at most five.',
  output: z.object({
    items: z.array(z.object({ id: z.string(), fromMs: timeMs, untilMs: timeMs, text: z.string() })),
  }),
})
