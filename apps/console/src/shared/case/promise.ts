/** A time that the customer was promised: when it began to run and when it runs out. */
export interface PromisedTime {
  readonly startMs: number
  readonly promisedMs: number
}

export interface PromiseState {
  /** The remaining share of the promise, 1 to 0. */
  readonly share: number
  readonly isLate: boolean
  /** Late, or less than an eighth is left: shown in ochre. */
  readonly isUrgent: boolean
  /** Until the promise, or since it. */
  readonly distanceMs: number
}

/** A promise's current state. */
export function promiseState({ startMs, promisedMs }: PromisedTime, nowMs: number): PromiseState {
  const leftMs = promisedMs - nowMs
  const lengthMs = Math.max(1, promisedMs - startMs)
  const share = Math.min(1, Math.max(0, leftMs / lengthMs))
  return { share, isLate: leftMs < 0, isUrgent: share < 0.125, distanceMs: Math.abs(leftMs) }
}

const minuteMs = 60_000

/** A distance in whole minutes, hours or days, the smaller parts cut. */
export function distanceParts(distanceMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.floor(distanceMs / minuteMs)
  return { days: Math.floor(minutes / 1_440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 }
}
