import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** How many calls one key may make in a window of time. */
export interface Limit {
  readonly max: number
  readonly windowMs: number
}

/** Counts events per key over a sliding window. */
export interface RateLimit {
  /** Counts one event and returns whether it is within the limit. An event beyond the limit is not counted. */
  admit(key: string): boolean
  /** Counts one event in any case and returns the window's count. */
  count(key: string): number
  /** Whether one more event would be within the limit. Counts nothing. */
  hasRoom(key: string): boolean
}

interface Counter {
  startMs: number
  current: number
  previous: number
}

const defaultMaxKeys = 50_000

/**
 * Creates a sliding-window counter in memory. Two numbers per key: those of the running window, and of the previous
 * one, weighted by how much of it the sliding window still covers. At `maxKeys` the least recently seen key is evicted.
 */
export function createRateLimit(limit: Limit, clock: Clock, maxKeys: number = defaultMaxKeys): RateLimit {
  const counters = new LRUCache<string, Counter>({ max: maxKeys })

  const counterOf = (key: string): Counter => {
    const startMs = Math.floor(clock.nowMs() / limit.windowMs) * limit.windowMs
    const known = counters.get(key)
    if (known?.startMs === startMs) return known
    const previous = known?.startMs === startMs - limit.windowMs ? known.current : 0
    const counter = { startMs, current: 0, previous }
    counters.set(key, counter)
    return counter
  }

  const weigh = (counter: Counter): number => {
    const covered = 1 - (clock.nowMs() - counter.startMs) / limit.windowMs
    return counter.current + counter.previous * covered
  }

  return {
    admit(key) {
      const counter = counterOf(key)
      if (weigh(counter) + 1 > limit.max) return false
      counter.current += 1
      return true
    },
    count(key) {
      const counter = counterOf(key)
      counter.current += 1
      return weigh(counter)
    },
    hasRoom: (key) => weigh(counterOf(key)) + 1 <= limit.max,
  }
}
