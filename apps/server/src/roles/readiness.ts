import type { Readiness } from '../platform/http/servers.ts'
import { createPool } from '../platform/postgres/pool.ts'

const staleFrameMs = 5_000
/** A probe that asks more often gets the last response: a flood of probes costs no queries. */
const keptMs = 1_000
const responseWithinMs = 2_000

/** What the probe reads, beside the database. */
export interface ReadinessFacts {
  /** The newest frame that this process has received. */
  latest(): { readonly publishedMs: number } | null
  isLedgerHalted(): boolean
  isClockRight(): boolean
  nowMs(): number
}

/** What `/readyz` says. */
export interface ReadinessProbe {
  readonly read: () => Promise<Readiness>
  /** From now on the process is not ready: a balancer sends its customers to another one. */
  drain(): void
  stop(): Promise<void>
}

/**
 * Opens the probe with a connection of its own: the others may all be taken by calls, and the database still be there.
 * It is opened by the first probe.
 */
export function openReadinessProbe(databaseUrl: string, facts: ReadinessFacts): ReadinessProbe {
  const pool = createPool(databaseUrl, 'probe', {
    maxConnections: 1,
    connectTimeoutMs: responseWithinMs,
    queryTimeoutMs: responseWithinMs,
  })
  let isDraining = false
  let asked: { readonly atMs: number; readonly isReachable: Promise<boolean> } | null = null
  const isReachable = (): Promise<boolean> => {
    const nowMs = performance.now()
    if (asked === null || nowMs - asked.atMs > keptMs) {
      const reached = pool.query('select 1').then(
        () => true,
        () => false,
      )
      asked = { atMs: nowMs, isReachable: reached }
    }
    return asked.isReachable
  }
  return {
    read: async () =>
      readinessOf({
        isDraining,
        isReachable: isDraining || (await isReachable()),
        latest: facts.latest(),
        isLedgerHalted: facts.isLedgerHalted(),
        isClockRight: facts.isClockRight(),
        nowMs: facts.nowMs(),
      }),
    drain: () => {
      isDraining = true
    },
    stop: () => pool.end(),
  }
}

interface Observed {
  readonly isDraining: boolean
  readonly isReachable: boolean
  readonly latest: { readonly publishedMs: number } | null
  readonly isLedgerHalted: boolean
  readonly isClockRight: boolean
  readonly nowMs: number
}

/**
 * Whether customers can be served, and each fault as a sentence. A halted ledger is a fault without making the process
 * unready: it halts every process alike, and customers must see what they have while it lasts.
 */
export function readinessOf({
  isDraining,
  isReachable,
  latest,
  isLedgerHalted,
  isClockRight,
  nowMs,
}: Observed): Readiness {
  const faults = [
    isDraining ? 'the process is draining' : null,
    isReachable ? null : 'the database is unreachable',
    // By a wrong clock, no frame is of now.
    isClockRight ? marketFault(latest, nowMs) : 'the clock of this machine is not that of the database',
  ].filter((fault) => fault !== null)
  const remarks = isLedgerHalted ? ['the ledger is halted: nothing is booked'] : []
  return { isReady: faults.length === 0, reasons: [...faults, ...remarks] }
}

/** No frame yet, none for a while, or a clock that was set back. */
function marketFault(latest: Observed['latest'], nowMs: number): string | null {
  if (latest === null) return 'the market is silent: no frame has been published yet'
  const ageMs = nowMs - latest.publishedMs
  if (ageMs < -staleFrameMs) return 'the newest frame is of the future: the clock was set back'
  return ageMs > staleFrameMs ? 'the market is silent: the newest frame is old' : null
}
