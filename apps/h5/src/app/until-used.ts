import { realtime } from '../shared/realtime/index.ts'

const longestMs = 10_000

/** Ends with the first touch or key, after a while, or as soon as there is no network: what comes then costs the first load nothing. */
export function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestMs)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => resolve(), { once: true })
    realtime.subscribeConnection(() => {
      if (realtime.connection().phase === 'offline') resolve()
    })
  })
}
