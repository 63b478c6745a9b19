import { ok, refuse } from './result.ts'
import type { Result } from './result.ts'

/** How many runs happen at a time, and how many callers wait for theirs. */
export interface QueueLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/** Runs work when its turn comes, and refuses where too many callers wait already. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<Result<T, 'frequent-operations'>>

/** Makes a queue for work that costs memory or processor time: both stay bounded. First come, first served. */
export function createWorkQueue({ maxRunning, maxWaiting }: QueueLimits): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  // Whoever waits longest takes over the place of the one who leaves.
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (work) => {
    if (running >= maxRunning && waiting.length >= maxWaiting) return refuse('frequent-operations')
    await enter()
    try {
      return ok(await work())
    } finally {
      leave()
    }
  }
}
