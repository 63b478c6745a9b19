/** How a screen's code is loading. `slow`: the asynchronous load is past its 60 s; it may still arrive. */
export type LoadPhase = 'quiet' | 'loading' | 'slow' | 'failed'

/** The specification's times: an indicator after 200 ms, 60 s for an asynchronous load, 120 s for a chunk. */
export const loadTimes = { indicatorMs: 200, asyncMs: 60_000, chunkMs: 120_000 } as const

export interface LoadWatch<Loaded> {
  readonly load: () => Promise<Loaded>
  readonly onPhase: (phase: LoadPhase) => void
  readonly onLoaded: (loaded: Loaded) => void
}

/**
 * Loads with the three deadlines. After the last one a late arrival is ignored. Returns a function that stops watching.
 */
export function loadWithDeadlines<Loaded>({ load, onPhase, onLoaded }: LoadWatch<Loaded>): () => void {
  let isOver = false
  const timers = [
    setTimeout(() => onPhase('loading'), loadTimes.indicatorMs),
    setTimeout(() => onPhase('slow'), loadTimes.asyncMs),
    setTimeout(() => finish(() => onPhase('failed')), loadTimes.chunkMs),
  ]

  function finish(action: () => void): void {
    if (isOver) return
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    action()
  }

  onPhase('quiet')
  load().then(
    (loaded) => finish(() => onLoaded(loaded)),
    () => finish(() => onPhase('failed')),
  )
  return () => finish(() => undefined)
}
