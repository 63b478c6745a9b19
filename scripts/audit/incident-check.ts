import { transparencyIncidents } from '@candor/api'
import { slotMs } from '@candor/formulas'
import * as z from 'zod/mini'
import type { Findings } from './findings.ts'
import { SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import type { TicksSummary } from './ticks-audit.ts'

/** More missing slots than this are an incident (docs/settlement.md). */
const outageSlots = 20

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Compares the published times without prices with the missing slots of a run, both ways. */
export async function checkIncidents(
  source: LogSource,
  genesisMs: number,
  { firstSlot, lastSlot, missing, missingCount }: TicksSummary,
  findings: Findings,
): Promise<void> {
  const data = await source.call(transparencyIncidents.path)
  if (data === null || firstSlot === null || lastSlot === null) return
  const published = z.safeParse(transparencyIncidents.output, data)
  if (!published.success) throw new SourceError(`${source.name} publishes incidents in another form than the API's.`)
  const { items, total } = published.data
  const listedFromMs = total > items.length ? Math.max(...items.slice(-1).map(({ startedMs }) => startedMs)) : 0
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
  findings.leaveUnchecked('statistics', 'Incidents other than times without prices are the word of the house.')
}

function overlap(one: Span, other: Span): boolean {
  return one.fromMs < other.toMs && other.fromMs < one.toMs
}

function spanText({ fromMs, toMs }: Span): string {
  return `from ${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}`
}
