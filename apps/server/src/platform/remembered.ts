import type { Clock } from './clock.ts'

/** Returns a read whose result is kept for `ageMs`. A failed read is retried by the next caller. */
export function remembered<T>(read: () => Promise<T>, ageMs: number, clock: Clock): () => Promise<T> {
  let last: { readonly atMs: number; readonly value: Promise<T> } | null = null
  return () => {
    const nowMs = clock.nowMs()
    if (last !== null && Math.abs(nowMs - last.atMs) < ageMs) return last.value
    const value = read()
    const mine = { atMs: nowMs, value }
    last = mine
    value.catch(() => {
      if (last === mine) last = null
    })
    return value
  }
}
