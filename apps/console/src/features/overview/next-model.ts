import type { Screen } from '../../shared/navigation/index.ts'
import type { PromisedTime } from '../../shared/case/index.ts'

/** A case of any queue that waits for somebody. */
export interface NextCase {
  readonly screen: Screen
  readonly id: string
  /** For claims; null where the case is taken otherwise. */
  readonly subject: string | null
  readonly title: string
  readonly detail: string
  readonly waitsSinceMs: number
  /** Null where the customer was promised no time. */
  readonly promisedMs: number | null
  /** Who has it, where that is no claim. */
  readonly holder: string | null
}

/** The promise of a case as its ring shows it; null without one. */
export function promiseOf({ waitsSinceMs, promisedMs }: NextCase): PromisedTime | null {
  return promisedMs === null ? null : { startMs: waitsSinceMs, promisedMs }
}

/** In the order of work: by the time that is promised, then those without a promise, the longest wait first. */
export function inOrder(cases: readonly NextCase[]): readonly NextCase[] {
  return cases.toSorted(
    (one, other) =>
      (one.promisedMs ?? Infinity) - (other.promisedMs ?? Infinity) || one.waitsSinceMs - other.waitsSinceMs || 0,
  )
}
