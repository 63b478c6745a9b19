/** A step of a promise, as it was kept. Null where there were too few cases to tell. */
interface Step {
  readonly done: number
  readonly inTime: number | null
}

/** The share of steps that were done in time; null where too few were done. */
export function shareInTime(steps: readonly Step[]): number | null {
  const told = steps.flatMap(({ done, inTime }) => (inTime === null ? [] : [{ done, inTime }]))
  const done = told.reduce((sum, step) => sum + step.done, 0)
  return done === 0 ? null : told.reduce((sum, step) => sum + step.inTime, 0) / done
}
