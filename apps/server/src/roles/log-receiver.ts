import { logNames, mostUnsignedMs } from '../modules/transparency/index.ts'
import { systemClock, systemRepeat } from '../platform/clock.ts'
import type { Clock, Repeat } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { LogMessage } from './peers.ts'

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
  /** The leaves of each log that differ from what is stored. */
  const differing = new Map<string, number>()
  /** Witnesses by name, with the logs that they disagree with. */
  const disagreeing = new Map<string, Set<string>>()
  /** The names of those that are asked; null before the first list. */
  let listed: ReadonlySet<string> | null = null
  const raiseDisagreement = (): void => {
    for (const [witness, logs] of disagreeing)
      if (logs.size === 0 || listed?.has(witness) === false) disagreeing.delete(witness)
    metrics.alarms.set({ name: 'witness-disagrees' }, disagreeing.size > 0 ? 1 : 0)
  }
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
        const logs = disagreeing.get(witness) ?? new Set()
        if (outcome === 'disagrees') logs.add(log)
        if (outcome === 'cosigned') logs.delete(log)
        disagreeing.set(witness, logs)
        raiseDisagreement()
        return
      }
      if (message.kind === 'witnesses') {
        listed = new Set(message.names)
        metrics.witnesses.set(listed.size)
        raiseDisagreement()
        return
      }
      if (message.kind === 'compared') {
        differing.set(message.name, message.differences)
        const isAny = [...differing.values()].some((count) => count > 0)
        metrics.alarms.set({ name: 'log-differs' }, isAny ? 1 : 0)
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
