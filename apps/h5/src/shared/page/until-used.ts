import type { Realtime } from '../api/realtime/index.ts'

const signs = ['pointerdown', 'keydown']

/**
 * Resolves on the first touch or key, after two seconds, or as soon as the network is lost: later work costs the first
 * load nothing. The first screen has its prices by then, and a short visit still leaves the app usable offline.
 */
export function untilUsed({
  subscribeConnection,
  connection,
}: Pick<Realtime, 'subscribeConnection' | 'connection'>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      for (const sign of signs) removeEventListener(sign, end)
      resolve()
    }
    const timer = setTimeout(end, 2_000)
    for (const sign of signs) addEventListener(sign, end)
    const stop = subscribeConnection(() => connection().phase === 'offline' && end())
  })
}
