/** The newest head of the log of prices, as this device found it. */
export interface LogHead {
  /** How many entries it signs. */
  readonly size: number
  readonly signedMs: number
  /** By a key that this device trusts: `passed` or `failed`. Otherwise the key is unknown to it. */
  readonly signature: 'passed' | 'failed' | 'unknown-key'
}

/** What was read of the log: null while the log has no head. */
export interface LogReading {
  readonly head: LogHead | null
  readonly readMs: number
}

/**
 * How the log stands: `live` only with a fresh head whose signature this device has verified. `unread` without a
 * reading that is recent.
 */
export type LogStanding =
  | { readonly state: 'checking' | 'unread' | 'empty' | 'failed' | 'unknown-key' }
  | { readonly state: 'live'; readonly size: number; readonly ageMs: number }
  | { readonly state: 'late'; readonly signedMs: number }

/** As the alarms have it: a head is late after ten seconds. */
const lateMs = 10_000
/** How often the head is read while it is shown. */
export const readEveryMs = 5_000
/** Three readings are missing. */
const unreadMs = 4 * readEveryMs

/** How the log stands, by the newest reading. `hasFailed`: the reading after it failed. */
export function logStanding(reading: LogReading | undefined, hasFailed: boolean, nowMs: number): LogStanding {
  if (reading === undefined) return { state: hasFailed ? 'unread' : 'checking' }
  const { head, readMs } = reading
  if (nowMs - readMs > unreadMs) return { state: 'unread' }
  if (head === null) return { state: 'empty' }
  const { signature, size, signedMs } = head
  if (signature !== 'passed') return { state: signature }
  // A reading that is late itself says nothing about the log since.
  if (readMs - signedMs > lateMs) return { state: 'late', signedMs }
  return { state: 'live', size, ageMs: Math.max(1_000, nowMs - signedMs) }
}
