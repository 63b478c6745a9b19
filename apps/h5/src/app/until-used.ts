import { realtime } from '../shared/realtime/index.ts'

/** Ends with the first touch or key, after ten seconds, or as soon as there is no network: what comes then costs the first load nothing. */
export function untilUsed(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, 10_000)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, resolve)
    realtime.subscribeConnection(() => realtime.connection().phase === 'offline' && resolve(null))
  })
}
