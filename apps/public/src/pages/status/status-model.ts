import type {
  OutputOf,
  systemStatus,
  transparencyCheckpoints,
  transparencyIncidents,
  transparencyServiceDays,
} from '@candor/api'
import { dayMs, slotMs } from '@candor/formulas'

export type Status = OutputOf<typeof systemStatus>
export type Checkpoints = OutputOf<typeof transparencyCheckpoints>
export type Incidents = OutputOf<typeof transparencyIncidents>
type Incident = Incidents['items'][number]
export type IncidentKind = Incident['kind']
export type Service = OutputOf<typeof transparencyServiceDays>['items'][number]

/** As the alarms have it: prices and checkpoints are late after ten seconds. */
const lateMs = 10_000

/** A UTC day: without trouble, with some, with trouble for half of it or more, or before anything is known. */
export interface Day {
  readonly startMs: number
  readonly state: 'good' | 'some' | 'full' | 'unknown'
}

export interface Days {
  /** Oldest first; the last one is today. */
  readonly days: readonly Day[]
  /** The share of the known time without trouble, from 0 to 1; null where nothing is known. */
  readonly goodShare: number | null
}

/**
 * The days until now by the incidents of some kinds. Nothing is known before `sinceMs`, nor before the oldest of the
 * listed incidents where older ones were left out.
 */
export function daysOf(
  { items, total }: Incidents,
  kinds: readonly IncidentKind[],
  { nowMs, sinceMs, count }: { readonly nowMs: number; readonly sinceMs: number; readonly count: number },
): Days {
  const listedMs = total > items.length ? Math.min(...items.map(({ startedMs }) => startedMs)) : 0
  const knownMs = Math.max(sinceMs, listedMs)
  const troubles = items.filter(({ kind }) => kinds.includes(kind))
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  let good = 0
  let known = 0
  const days = Array.from({ length: count }, (_, index): Day => {
    const startMs = todayMs - (count - 1 - index) * dayMs
    const from = Math.max(startMs, knownMs)
    const until = Math.min(startMs + dayMs, nowMs)
    if (until <= from) return { startMs, state: 'unknown' }
    const troubled = coveredMs(troubles, { from, until, nowMs })
    known += until - from
    good += until - from - troubled
    return { startMs, state: troubled === 0 ? 'good' : troubled * 2 >= until - from ? 'full' : 'some' }
  })
  return { days, goodShare: known === 0 ? null : good / known }
}

/** Of this many cases of a day one may be late without trouble. */
const casesForLate = 100

/** The days until now by cases that were in time or late. Nothing is known of days without any. */
export function serviceDaysOf(
  { days }: Service,
  { nowMs, count }: { readonly nowMs: number; readonly count: number },
): Days {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  const byStart = new Map(days.map((day) => [day.startMs, day]))
  const shown = Array.from({ length: count }, (_, index) => todayMs - (count - 1 - index) * dayMs)
  const known = shown.flatMap((startMs) => byStart.get(startMs) ?? [])
  const done = known.reduce((sum, day) => sum + day.done, 0)
  const inTime = known.reduce((sum, day) => sum + day.inTime, 0)
  return {
    days: shown.map((startMs) => ({ startMs, state: serviceState(byStart.get(startMs)) })),
    goodShare: done === 0 ? null : inTime / done,
  }
}

function serviceState(day: Service['days'][number] | undefined): Day['state'] {
  if (day === undefined || day.done === 0) return 'unknown'
  const late = day.done - day.inTime
  if (late * 2 >= day.done) return 'full'
  return late * casesForLate > day.done ? 'some' : 'good'
}

/** How much of a span the incidents cover, where they overlap once. */
function coveredMs(
  incidents: readonly Incident[],
  { from, until, nowMs }: { readonly from: number; readonly until: number; readonly nowMs: number },
): number {
  const spans = incidents
    .map(({ startedMs, endedMs }) => [Math.max(startedMs, from), Math.min(endedMs ?? nowMs, until)] as const)
    .filter(([start, end]) => end > start)
    .toSorted(([one], [other]) => one - other)
  let covered = 0
  let reached = from
  for (const [start, end] of spans) {
    covered += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return covered
}

/** What is out of order now; nothing where everything works. */
export interface Trouble {
  readonly kind: 'maintenance' | 'ledger' | 'prices' | 'log' | 'markets'
  /** The markets that are halted or stale. */
  readonly subjects: readonly string[]
}

export function troublesOf(status: Status, checkpoints: Checkpoints, { items }: Incidents): Trouble[] {
  const subjects = items.flatMap(({ kind, endedMs, subject }) =>
    endedMs === null && (kind === 'halt' || kind === 'stale') ? [subject ?? ''] : [],
  )
  const frameMs = newestFrameAgeMs(status)
  const log = checkpointAgeMs(status, checkpoints)
  const found: Trouble[] = []
  if (status.maintenance) found.push({ kind: 'maintenance', subjects: [] })
  if (status.ledger === 'halted') found.push({ kind: 'ledger', subjects: [] })
  if (frameMs === null || frameMs > lateMs) found.push({ kind: 'prices', subjects: [] })
  if (log === null || log > lateMs) found.push({ kind: 'log', subjects: [] })
  if (subjects.length > 0) found.push({ kind: 'markets', subjects: [...new Set(subjects)].filter((one) => one !== '') })
  return found
}

/** How long ago the newest frame ended; null before the first. */
export function newestFrameAgeMs({ nowMs, genesisMs, slot }: Status): number | null {
  return slot === null ? null : Math.max(0, nowMs - (genesisMs + (slot + 1) * slotMs))
}

/** How long ago the log of prices was signed; null before the first checkpoint. */
export function checkpointAgeMs({ nowMs }: Status, { shards }: Checkpoints): number | null {
  const signedMs = shards.findLast(({ log }) => log === 'ticks')?.signedMs ?? null
  return signedMs === null ? null : Math.max(0, nowMs - signedMs)
}
