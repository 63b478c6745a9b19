import * as z from 'zod/mini'
import { customerView } from './operation.ts'
import { slotNumber, timeMs } from './fields.ts'

/** A half-year of a log, with what its readers verify it by. */
export const logShard = z.object({
  log: z.enum(['ticks', 'events']),
  /** The half-year (UTC), such as `2026h2`. Its files lie below `/log/<log>/<shard>/`. */
  shard: z.string(),
  origin: z.string(),
  /** The key that signs its checkpoints, as a verifier's line of a signed note. */
  vkey: z.string(),
  /** The slot of the first leaf of prices; null for events. */
  firstSlot: z.nullable(slotNumber),
  size: z.int(),
  /** The newest checkpoint, a signed note; null before the first. */
  checkpoint: z.nullable(z.string()),
  signedMs: z.nullable(timeMs),
})

export const transparencyCheckpoints = customerView({
  path: 'transparency/checkpoints',
  summary: 'The shards of the price log, oldest first, each with its key and its newest checkpoint.',
  access: 'public',
  output: z.object({
    shards: z.array(logShard),
    /** The key that signs acceptances of orders; null where they are not signed. */
    acceptanceVkey: z.nullable(z.string()),
  }),
})
