import { useSyncExternalStore } from 'react'

/** Calls back each second; the reading itself is made when it is asked for. */
function subscribeSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}

const never = (): (() => void) => () => undefined

/** Whole seconds left until a local instant, 0 where there is none or it is over. */
export function useSecondsUntil(untilMs: number | null): number {
  return useSyncExternalStore(untilMs === null ? never : subscribeSeconds, () =>
    untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)),
  )
}
