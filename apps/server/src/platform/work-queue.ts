import { ok, refuse } from './result.ts'
import type { Result } from './result.ts'

/** How many runs happen at a time, and how many callers wait for theirs. */
export interface QueueLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/** Runs work in turn, and refuses when too many callers are waiting. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<Result<T, 'frequent-operations'>>

/** Creates a queue that bounds the memory and processor use of work. First come, first served. */
export function createWorkQueue({ maxRunning, maxWaiting }: QueueLimits): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  // The longest-waiting caller takes over the freed slot.
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
