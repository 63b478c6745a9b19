import type { PromisedTime } from './promise.ts'

/** The lists of a queue. `late` exists only where customers were promised a time. */
export const queueSides = ['waiting', 'mine', 'late', 'decided'] as const
export type QueueSide = (typeof queueSides)[number]

/** The list that a place names: `#/withdrawals/late`. Null for the number of a case, or none. */
export function sideNamed(place: string | null): QueueSide | null {
  return queueSides.find((side) => side === place) ?? null
}

/** The parts of a waiting case that put it on a list. */
interface Waiting {
  readonly subject: string
  readonly promise: PromisedTime | null
}

/** Whether a case that waits is on this list. `own`: the subjects that the operator has taken. */
export function isOnSide(
  side: QueueSide,
  { subject, promise }: Waiting,
  { own, nowMs }: { readonly own: ReadonlySet<string>; readonly nowMs: number },
): boolean {
  switch (side) {
    case 'waiting':
      return true
    case 'mine':
      return own.has(subject)
    case 'late':
      return promise !== null && promise.promisedMs < nowMs
    case 'decided':
      return false
  }
}

/** The chosen value of each filter, by its id. A filter without an entry lets everything through. */
export type Chosen = Readonly<Record<string, string>>

/** Whether a row has the chosen value of every filter. */
export function fits(facets: Readonly<Record<string, string>>, chosen: Chosen): boolean {
  return Object.entries(chosen).every(([id, value]) => facets[id] === value)
}

/** The values of a filter that occur among rows, each once, in their order. */
export function valuesOf(rows: readonly { readonly facets: Readonly<Record<string, string>> }[], id: string): string[] {
  return [...new Set(rows.flatMap(({ facets }) => facets[id] ?? []))]
}
