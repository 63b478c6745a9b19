import { setTimeout as sleep } from 'node:timers/promises'
import type { AutoFeed } from './auto-feed.ts'
import type { LiveFeed } from './live-feed.ts'

/**
 * Live prices alone: an instrument that no source provides has no price. `probed` settles when all sources have
 * responded, at the latest after `probeMs`.
 */
export function createLiveOnlyFeed({
  live,
  probeMs,
}: {
  readonly live: readonly LiveFeed[]
  readonly probeMs: number
}): AutoFeed {
  const timer = new AbortController()
  const timeUp = sleep(probeMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  return {
    name: 'live',
    kindOf: () => 'live',
    session: () => null,
    openingPrice: (id) => live.map((feed) => feed.openingPrice(id)).find((price) => price !== null) ?? null,
    async readUntil(untilMs, sink) {
      for (const feed of live) await feed.readUntil(untilMs, sink)
    },
    async stop() {
      timer.abort()
      await Promise.all(live.map((feed) => feed.stop()))
    },
    probed: Promise.race([timeUp, Promise.all(live.map((feed) => feed.answered))]).then(() => undefined),
    takeHealth: () => live.map((feed) => feed.takeHealth()),
  }
}
