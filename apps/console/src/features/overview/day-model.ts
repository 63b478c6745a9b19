import type { QueueOfDay } from '@candor/api/operator'

/** The largest share of late cases that the house accepts. */
export const acceptedShare = 0.02
/** The bar's whole length. A larger share fills it. */
const wholeShare = 0.15

export interface LateShare {
  readonly queue: QueueOfDay['queue']
  readonly cases: number
  readonly of: number
  readonly share: number
  /** Of the bar, 0 to 1. */
  readonly width: number
  readonly isTooMuch: boolean
}

/** The queues with a promise, each with its share of late cases today. */
export function lateShares(queues: readonly QueueOfDay[]): readonly LateShare[] {
  return queues.flatMap(({ queue, late }) => {
    if (late === null) return []
    const share = late.of === 0 ? 0 : late.cases / late.of
    return [{ queue, ...late, share, width: Math.min(1, share / wholeShare), isTooMuch: share > acceptedShare }]
  })
}

/** Where the accepted share is on the bar, 0 to 1. */
export const acceptedWidth = acceptedShare / wholeShare

interface Hour {
  readonly opened: number
  readonly decided: number
}

/** The top of the scale of hours: a round number that no hour exceeds, at least 4. */
export function topOf(hours: readonly Hour[]): number {
  const most = Math.max(0, ...hours.flatMap(({ opened, decided }) => [opened, decided]))
  const step = [4, 10, 20, 40, 100, 200, 400].find((round) => round >= most)
  return step ?? Math.ceil(most / 500) * 500
}
