import { logNames } from '../modules/transparency/index.ts'
import { systemClock, systemRepeat } from '../platform/clock.ts'
import type { Clock, Repeat } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { LogMessage } from './peers.ts'

/** Longer than this no log may be without a checkpoint of what is stored, and its process without a report. */
const mostUnsignedMs = 10_000
/** A log reports twice a second. */
const checkMs = 1_000

/** Measures what the process of the log reports, and raises the alarm of a log that is late or never reports. */
export function receiveLog({
  metrics,
  clock = systemClock,
  repeat = systemRepeat,
}: {
  readonly metrics: Metrics
  readonly clock?: Clock
  readonly repeat?: Repeat
}): { take(message: LogMessage): void; stop(): void } {
  const startedMs = clock.nowMs()
  const states = new Map<string, { readonly atMs: number; readonly isLate: boolean }>()
  const disagreeing = new Set<string>()
  const raise = (): void => {
    for (const name of logNames) {
      const state = states.get(name) ?? { atMs: startedMs, isLate: false }
      const isSilent = clock.nowMs() - state.atMs > mostUnsignedMs
      metrics.alarms.set({ name: `${name}-log-late` }, state.isLate || isSilent ? 1 : 0)
    }
  }
  return {
    take: (message) => {
      if (message.kind === 'witness') {
        const { witness, log, outcome } = message
        metrics.witnessRequests.inc({ witness, log, outcome })
        if (outcome === 'disagrees') disagreeing.add(`${log} ${witness}`)
        if (outcome === 'cosigned') disagreeing.delete(`${log} ${witness}`)
        metrics.alarms.set({ name: 'witness-disagrees' }, disagreeing.size > 0 ? 1 : 0)
        return
      }
      const { name, size, signedMs, lagMs, unsignedMs, isStopped } = message
      metrics.logSize.set({ log: name }, size)
      metrics.logLagSeconds.set({ log: name }, lagMs / 1000)
      if (signedMs !== null) metrics.logSignedSeconds.set({ log: name }, signedMs / 1000)
      states.set(name, { atMs: clock.nowMs(), isLate: isStopped || unsignedMs > mostUnsignedMs })
      raise()
    },
    stop: repeat(raise, checkMs),
  }
}
