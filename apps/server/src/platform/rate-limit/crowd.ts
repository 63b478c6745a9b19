/** Caps concurrent work per key, so that no key can fill the shared queue. */
export interface Crowd {
  /** Takes a slot and returns a function that releases it; null when the key has too many in progress. */
  enter(key: string): (() => void) | null
}

/** Creates a crowd with at most `mostAtOnce` entries per key. Only keys with entries use memory. */
export function createCrowd(mostAtOnce: number): Crowd {
  const busy = new Map<string, number>()
  return {
    enter(key) {
      const before = busy.get(key) ?? 0
      if (before >= mostAtOnce) return null
      busy.set(key, before + 1)
      return () => {
        const left = (busy.get(key) ?? 1) - 1
        if (left === 0) busy.delete(key)
        else busy.set(key, left)
      }
    },
  }
}
