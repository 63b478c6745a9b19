import { useSyncExternalStore } from 'react'

/** Called each second; the value is computed when read. */
function subscribeSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}

const never = (): (() => void) => () => undefined

/** Whole seconds left until a local instant, 0 without one or after it. */
export function useSecondsUntil(untilMs: number | null): number {
  return useSyncExternalStore(untilMs === null ? never : subscribeSeconds, () =>
    untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)),
  )
}
