/**
 * What became of a kept promise:
 *
 * - `promised`: it is sound, and its time has not come yet
 * - `kept`: the log contains the batch
 * - `invalid`: the text is no sound acceptance of this order
 * - `late`: the promised time has passed, and the log of events lacks the batch
 * - `broken`: the log has another batch in its place, or has passed over it
 * - `unknown`: this device cannot tell
 */
export interface AcceptanceVerdict {
  readonly state: 'promised' | 'kept' | 'invalid' | 'late' | 'broken' | 'unknown'
  readonly promiseMs: number | null
  /** In English, for the saved evidence. */
  readonly reason: string | null
}

/** How long after the promised time a checkpoint may take to be signed and served. */
export const graceMs = 10_000
