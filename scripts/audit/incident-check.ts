import { transparencyIncidents } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { slotMs } from '@candor/formulas'
import type { AuditRun } from './audit-run.ts'
import type { Findings } from './findings.ts'
import { readPublished } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import type { TicksSummary } from './ticks-audit.ts'

/** More missing slots than this are an incident (docs/settlement.md). */
const outageSlots = 20

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

type Published = OutputOf<typeof transparencyIncidents>

/**
 * Compares the published times without prices with the missing slots of a run, and the published halts and corrections
 * with the entries that it has read, both ways.
 */
export async function checkIncidents(
  source: LogSource,
  genesisMs: number,
  { summary, events }: Pick<AuditRun, 'summary' | 'events'>,
  findings: Findings,
): Promise<void> {
  const published = await readPublished(source, transparencyIncidents, 'incidents')
  if (published === null) return
  const { fromMs, items, total } = published
  const listedFromMs = total > items.length ? Math.max(...items.slice(-1).map(({ startedMs }) => startedMs)) : fromMs
  checkOutages(published, { genesisMs, listedFromMs }, summary, findings)
  checkLogged(items, { listedFromMs, events }, findings)
  findings.leaveUnchecked(
    'statistics',
    'Incidents other than times without prices, halts and corrections are the word of the house.',
  )
}

function checkOutages(
  { items }: Published,
  { genesisMs, listedFromMs }: { readonly genesisMs: number; readonly listedFromMs: number },
  { firstSlot, lastSlot, missing, missingCount }: TicksSummary,
  findings: Findings,
): void {
  if (firstSlot === null || lastSlot === null) return
  const read: Span = {
    fromMs: Math.max(genesisMs + firstSlot * slotMs, listedFromMs),
    toMs: genesisMs + lastSlot * slotMs,
  }
  const outages = items
    .filter(({ kind }) => kind === 'no-prices')
    .map(({ startedMs, endedMs }): Span => ({ fromMs: startedMs, toMs: endedMs ?? Infinity }))
  const runs = missing.map(({ from, to }) => ({
    fromMs: genesisMs + from * slotMs,
    toMs: genesisMs + (to + 1) * slotMs,
  }))
  for (const run of runs) {
    if (run.toMs - run.fromMs <= outageSlots * slotMs || run.fromMs < read.fromMs) continue
    if (outages.some((each) => overlap(each, run))) findings.hold('statistics')
    else findings.fail('statistics', `The log has no prices ${spanText(run)}, and no incident says so.`)
  }
  const isListed = runs.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / slotMs, 0) === missingCount
  for (const outage of outages) {
    if (!isListed || outage.fromMs < read.fromMs || outage.toMs > read.toMs) continue
    if (runs.some((each) => overlap(each, outage))) findings.hold('statistics')
    else
      findings.fail('statistics', `An incident says that there were no prices ${spanText(outage)}; the log has them.`)
  }
}

/** Each halt and each correction has an entry, and each entry is named, as far as the run has read. */
function checkLogged(
  items: Published['items'],
  { listedFromMs, events }: { readonly listedFromMs: number; readonly events: AuditRun['events'] },
  findings: Findings,
): void {
  const named = new Map(
    items.flatMap(({ kind, startedMs, log }) =>
      log === null || (kind !== 'halt' && kind !== 'correction')
        ? []
        : [[`events/${log.shard} ${log.index}`, { kind, startedMs, shard: `events/${log.shard}`, index: log.index }]],
    ),
  )
  const logged = new Map(events.incidents.map((each) => [`${each.shard} ${each.index}`, each]))
  for (const [place, { kind, atMs }] of logged) {
    if (atMs < listedFromMs) continue
    if (named.has(place)) findings.hold('statistics')
    else findings.fail('statistics', `The log has a ${kind} at ${timeText(atMs)}, and no incident names it.`)
  }
  for (const [place, { kind, startedMs, shard, index }] of named) {
    const read = events.read.get(shard)
    if (read === undefined || index < read.from || index >= read.before) continue
    const found = logged.get(place)
    const isSame = found?.kind === kind && (kind === 'correction' || found.atMs === startedMs)
    if (isSame) findings.hold('statistics')
    else findings.fail('statistics', `An incident names entry ${index} of ${shard} for a ${kind}; the log differs.`)
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}

function overlap(one: Span, other: Span): boolean {
  return one.fromMs < other.toMs && other.fromMs < one.toMs
}

function spanText({ fromMs, toMs }: Span): string {
  return `from ${timeText(fromMs)} to ${timeText(toMs)}`
}
