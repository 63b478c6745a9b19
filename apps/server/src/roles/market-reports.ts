import type { MarketMetrics } from '../modules/market/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { MarketMessage } from './peers.ts'

/** Alarms are sent again after this time: a server that has been started again must know of those that are raised. */
const alarmEveryMs = 1_000

/**
 * Metrics of the market as messages to the server. Each message wakes three processes, so ticks are sent together once
 * a slot, and alarms when they change, or after a second.
 */
export function createMarketReports(send: (message: MarketMessage) => void, monotonic: Clock): MarketMetrics {
  const alarms = new Map<string, { readonly isRaised: boolean; readonly sentMs: number }>()
  let counts: { readonly source: string; readonly outcome: string; readonly count: number }[] = []
  return {
    framePublished: (slot, lagMs) => {
      send({ kind: 'lag', slot, lagMs, ticks: counts })
      counts = []
    },
    ticks: (source, outcome, count) => counts.push({ source, outcome, count }),
    alarm: (name, isRaised) => {
      const told = alarms.get(name)
      const nowMs = monotonic.nowMs()
      if (told?.isRaised === isRaised && nowMs < told.sentMs + alarmEveryMs) return
      alarms.set(name, { isRaised, sentMs: nowMs })
      send({ kind: 'alarm', name, isRaised })
    },
  }
}
