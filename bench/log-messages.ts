import * as z from 'zod/mini'

/** A request to the process of the sealers: one round of both, after so much time. */
export const sealRequest = z.object({ advanceMs: z.number() })
/** The processor time of a round: that of the process and of its connection of PostgreSQL. */
export const sealed = z.object({ cpuMs: z.number() })
