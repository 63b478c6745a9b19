/** Wall time as a parameter, so that decisions about money can be replayed. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** A clock that moves only when told to. */
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

/**
 * Repeats work every so many milliseconds, until the function that it returns is called. A parameter for the same
 * reason as time.
 */
export type Repeat = (work: () => void, everyMs: number) => () => void

export const systemRepeat: Repeat = (work, everyMs) => {
  const timer = setInterval(work, everyMs)
  return () => clearInterval(timer)
}
