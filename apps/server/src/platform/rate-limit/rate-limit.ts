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

/** What one process has counted of a key in a window since it last said so. */
export interface Counted {
  readonly key: string
  readonly startMs: number
  readonly expiresMs: number
  readonly count: number
}

/** A limit whose counts several processes share. */
export interface SharedLimit {
  /** What is new of the keys that others have to know. */
  takeDue(): Counted[]
  /** Takes the count of all processes in the window, this one's included. */
  learn(counted: Counted, sum: number): void
  /** What was taken did not reach the others. */
  tryAgain(key: string): void
}

/** Where a limit shares its counts, and its name there. */
export interface Sharing {
  readonly share: { add(name: string, limit: SharedLimit): void }
  readonly name: string
}

interface Counter {
  startMs: number
  /** By this process. */
  current: number
  /** Of these, how many the others know. */
  told: number
  /** By other processes, as far as they are known. */
  others: number
  /** By all processes in the window before. */
  previous: number
}

const defaultMaxKeys = 50_000
/** A key is shared once this process has counted so large a part of the limit: quiet keys cost no statement. */
const sharedPart = 1 / 16

/**
 * Creates a sliding-window counter in memory. Two numbers per key: those of the running window, and of the previous
 * one, weighted by how much of it the sliding window still covers. At `maxKeys` the least recently seen key is evicted.
 * With `sharing` it counts the calls of all processes, those of others half a second late.
 */
export function createRateLimit(
  limit: Limit,
  clock: Clock,
  { maxKeys = defaultMaxKeys, sharing = null }: { readonly maxKeys?: number; readonly sharing?: Sharing | null } = {},
): RateLimit {
  const counters = new LRUCache<string, Counter>({ max: maxKeys })
  const changed = sharing === null ? null : new Set<string>()

  const counterOf = (key: string): Counter => {
    const startMs = Math.floor(clock.nowMs() / limit.windowMs) * limit.windowMs
    const known = counters.get(key)
    if (known?.startMs === startMs) return known
    const previous = known?.startMs === startMs - limit.windowMs ? known.current + known.others : 0
    const counter = { startMs, current: 0, told: 0, others: 0, previous }
    counters.set(key, counter)
    return counter
  }

  const weigh = (counter: Counter): number => {
    const covered = 1 - (clock.nowMs() - counter.startMs) / limit.windowMs
    return counter.current + counter.others + counter.previous * covered
  }

  const add = (key: string, counter: Counter): void => {
    counter.current += 1
    changed?.add(key)
  }

  if (sharing !== null && changed !== null) sharing.share.add(sharing.name, shared({ limit, counters, changed }))
  return {
    admit(key) {
      const counter = counterOf(key)
      if (weigh(counter) + 1 > limit.max) return false
      add(key, counter)
      return true
    },
    count(key) {
      const counter = counterOf(key)
      add(key, counter)
      return weigh(counter)
    },
    hasRoom: (key) => weigh(counterOf(key)) + 1 <= limit.max,
  }
}

/** The side of a limit that other processes see. */
function shared({
  limit,
  counters,
  changed,
}: {
  readonly limit: Limit
  readonly counters: LRUCache<string, Counter>
  readonly changed: Set<string>
}): SharedLimit {
  const sharedFrom = Number.isFinite(limit.max) ? limit.max * sharedPart : 1
  return {
    takeDue() {
      const due: Counted[] = []
      for (const key of changed) {
        const counter = counters.peek(key)
        if (counter === undefined || counter.current < sharedFrom) continue
        const { startMs, current, told } = counter
        if (current > told) due.push({ key, startMs, expiresMs: startMs + 2 * limit.windowMs, count: current - told })
      }
      changed.clear()
      return due
    },
    learn({ key, startMs, count }, sum) {
      const counter = counters.peek(key)
      if (counter?.startMs !== startMs) return
      counter.told += count
      counter.others = Math.max(0, sum - counter.told)
    },
    tryAgain: (key) => void changed.add(key),
  }
}
