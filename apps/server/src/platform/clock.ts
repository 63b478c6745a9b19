/** Wall time as a parameter, so that whatever decides money can be replayed. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  advance(byMs: number): void
  set(toMs: number): void
}

/** Makes a clock for tests and simulations, starting at `startMs`. */
export function manualClock(startMs: number): ManualClock {
  let current = startMs
  return {
    nowMs: () => current,
    advance: (byMs) => {
      current += byMs
    },
    set: (toMs) => {
      current = toMs
    },
  }
}
