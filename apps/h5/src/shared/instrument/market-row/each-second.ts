const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

/**
 * Called once a second, for all listeners together: separate timers would draw the page once per row. Returns a
 * function that stops it.
 */
export function eachSecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}
