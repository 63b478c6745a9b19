/** The outcome of a use case: a value, or a refusal declared by the API. Unexpected errors throw instead. */
export type Result<T, E extends string> = Accepted<T> | Refused<E>

export interface Accepted<T> {
  readonly ok: true
  readonly value: T
}

export interface Refused<E extends string> {
  readonly ok: false
  readonly error: E
  /** Details sent in `data`, such as the time at which a market reopens. */
  readonly data?: unknown
}

/** Wraps the value of a successful use case. */
export function ok<T>(value: T): Accepted<T> {
  return { ok: true, value }
}

/** Names the refusal of a use case, with details for the caller where the contract has some. */
export function refuse<const E extends string>(error: E, data?: unknown): Refused<E> {
  return data === undefined ? { ok: false, error } : { ok: false, error, data }
}
