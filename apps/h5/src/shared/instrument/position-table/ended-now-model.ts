import { add, assets } from '@candor/money'
import type { Amount } from '@candor/money'

/** What open contracts would come to if they ended now. */
export interface EndedNow {
  /** How many have a result so far. */
  readonly count: number
  /** Their sum in each asset that occurs. */
  readonly sums: readonly Amount[]
}

/**
 * Adds the results so far of open contracts. Null is one without: its entry is not known, or its price is out of date.
 */
export function endedNow(results: readonly (Amount | null)[]): EndedNow {
  const known = results.filter((result) => result !== null)
  const sums = assets.flatMap((asset) => {
    const [first, ...others] = known.filter((result) => result.asset === asset)
    return first === undefined ? [] : [others.reduce(add, first)]
  })
  return { count: known.length, sums }
}
