import { equalBytes, leafHash, tileWidth } from '@candor/proof'
import { bundlesOf, inOrder, readBeside } from './bundle-reader.ts'
import type { BundleRange } from './bundle-reader.ts'
import { divideFile } from './divide-bundle.ts'
import type { EventsAudit } from './events-audit.ts'
import type { EventsCarry } from './audit-state.ts'
import type { Findings } from './findings.ts'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import { compareRoots } from './signed-head.ts'
import type { ShardHead } from './signed-head.ts'
import { TreeCheck } from './tree-check.ts'
import type { SavedTree } from './tree-check.ts'

export interface EventsShardOptions {
  readonly source: LogSource
  readonly findings: Findings
  readonly events: EventsAudit
  progress(entries: number): void
  checkpoint(shard: string, tree: SavedTree, carry: EventsCarry): Promise<void>
}

/** Bundles that are read ahead. */
const ahead = 6
/** An entry has at most 64 kB; one of a snapshot with hundreds of stripes has less. */
const maxBytes = 256 * 65_537

/**
 * Checks a shard of the log of events. `seen` is the head of the last run; bundles before `saved` were checked then.
 */
export async function auditEventsShard(
  { source, findings, events, progress, checkpoint }: EventsShardOptions,
  { name, checkpoint: { size, root } }: ShardHead,
  saved: SavedTree,
  seen: { readonly size: number; readonly root: Uint8Array } | null,
): Promise<void> {
  const tree = new TreeCheck(source, name, findings, saved)
  const read = async (range: BundleRange) => [range, await readBeside(source, range, 'tile/entries', maxBytes)] as const
  let partial: Uint8Array[] = []
  for await (const [range, file] of inOrder(bundlesOf(name, saved.bundles, size), ahead, read)) {
    const { index, width } = range
    if (file === null) {
      findings.fail('tree', `The log lacks the entries of bundle ${index} of ${name}.`)
      return
    }
    const label = `bundle ${index} of ${name}`
    const entries = divideFile(plainBytes(file, maxBytes, `The ${label}`), width, 2, label)
    const hashes = entries.map(leafHash)
    if (seen !== null && index === Math.floor(seen.size / tileWidth))
      compareRoots(name, seen.size, tree.rootWith(hashes.slice(0, seen.size % tileWidth)), seen.root, findings)
    await tree.compare({ level: 0, index, width }, hashes)
    for (const [at, entry] of entries.entries()) events.take(name, index * tileWidth + at, Uint8Array.from(entry))
    if (width === tileWidth) {
      await tree.append(hashes)
      await checkpoint(name, tree.save(), events.carry())
    } else partial = hashes
    progress(width)
  }
  await tree.compareEdge()
  if (equalBytes(tree.rootWith(partial), root)) findings.hold('tree', size)
  else findings.fail('tree', `The entries of ${name} do not lead to the root that is signed over ${size} leaves.`)
}
