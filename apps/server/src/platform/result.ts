/** The outcome of a use case: a value, or a refusal that the contract names. Faults of the server throw instead. */
export type Result<T, E extends string> = Accepted<T> | Refused<E>

export interface Accepted<T> {
  readonly ok: true
  readonly value: T
}

export interface Refused<E extends string> {
  readonly ok: false
  readonly error: E
  /** Details that the wire answers in `data`, such as the time at which a market opens again. */
  readonly data?: unknown
}

/** Wraps the value of a use case that went through. */
export function ok<T>(value: T): Accepted<T> {
  return { ok: true, value }
}

/** Names the refusal of a use case, with details for the caller where the contract has some. */
export function refuse<const E extends string>(error: E, data?: unknown): Refused<E> {
  return data === undefined ? { ok: false, error } : { ok: false, error, data }
}
