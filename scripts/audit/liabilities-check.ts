import { transparencySolvency } from '@candor/api'
import { formatUnits } from '@candor/money'
import { toBase64 } from '@candor/proof'
import { encodeSnapshotEvent, totalOf } from '@candor/proof/solvency'
import type { EventsAudit } from './events-audit.ts'
import type { Findings } from './findings.ts'
import { readPublished } from './log-source.ts'
import type { LogSource } from './log-source.ts'

/** Compares the totals that are published with the newest snapshot of liabilities in the log. */
export async function checkLiabilities(
  source: LogSource,
  { newestSnapshot }: EventsAudit,
  findings: Findings,
): Promise<void> {
  const published = await readPublished(source, transparencySolvency, 'liabilities')
  if (published === null || published.snapshot === null) return
  const { snapshot, assets } = published
  if (newestSnapshot === null || String(newestSnapshot.event.snapshotId) !== snapshot.id) {
    findings.leaveUnchecked('liabilities', `Snapshot ${snapshot.id} is published; this run has not read its entry.`)
    return
  }
  const { shard, index, event } = newestSnapshot
  const isPlace = `events/${snapshot.shard}` === shard && snapshot.index === index
  const totals = event.trees.map(({ totals: parts }) => formatUnits(totalOf(parts)))
  const isSame = isPlace && toBase64(encodeSnapshotEvent(event)) === snapshot.event
  if (isSame && assets.every(({ total }, at) => total === totals[at])) findings.hold('liabilities')
  else findings.fail('liabilities', `The totals of snapshot ${snapshot.id} are published as others than the log has.`)
}
