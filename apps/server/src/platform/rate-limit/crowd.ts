/** Keeps what each key has in progress few, so that one of them cannot fill the line in which everybody waits. */
export interface Crowd {
  /** Takes a place, and answers how to give it back; or null where the key has too many in progress. */
  enter(key: string): (() => void) | null
}

/** Makes a crowd in which a key has at most so many in progress. It remembers only those who have some. */
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
