import { fromBase64 } from '@candor/proof'
import { judgeHeads, seenKeys } from './audit-run.ts'
import type { StateFolder } from './audit-state.ts'
import { EventsAudit } from './events-audit.ts'
import { auditEventsShard } from './events-shard.ts'
import { figureLines } from './figures.ts'
import type { FigureName } from './figures.ts'
import type { Findings } from './findings.ts'
import { SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import { compareWithSeen, readHead } from './signed-head.ts'
import type { ShardHead } from './signed-head.ts'
import { emptyTree } from './tree-check.ts'

export interface FigureRunOptions {
  readonly source: LogSource
  readonly state: StateFolder
  readonly findings: Findings
  /** Keys from elsewhere. */
  readonly trusted: readonly string[]
  readonly figure: FigureName
  readonly days: number
  progress(line: string): void
}

/**
 * Makes one figure again from the log of events, which is read from its beginning and checked against what is signed;
 * the heads of the last run are compared, and none is stored. Throws SourceError.
 */
export async function runFigure(options: FigureRunOptions): Promise<readonly string[]> {
  const { source, state, findings, trusted, figure, days, progress } = options
  const before = await state.read()
  const known = [...seenKeys(before), ...trusted]
  const events = new EventsAudit(findings, null)
  const heads: ShardHead[] = []
  for (const shard of (await source.shards()).filter(({ log }) => log === 'events')) {
    const head = await readHead(source, shard, known)
    if (head !== null && compareWithSeen(head, before.heads[head.name], findings)) heads.push(head)
  }
  if (heads.length === 0) throw new SourceError(`${source.name} has no checkpoint of the log of events.`)
  for (const head of heads) {
    const last = before.heads[head.name]
    let read = 0
    const parts = {
      source,
      findings,
      events,
      progress: (entries: number) => {
        read += entries
        progress(`${head.name}: ${read} of ${head.checkpoint.size} events`)
      },
      checkpoint: () => Promise.resolve(),
    }
    const compared = last === undefined || last.size === 0 ? null : { size: last.size, root: fromBase64(last.root) }
    await auditEventsShard(parts, head, emptyTree, compared)
  }
  events.finish(0)
  await judgeHeads(options, heads, events)
  const { dayFigures, terms, halts, corrections, newestSnapshot } = events
  const entries = { days: dayFigures, terms, halts, corrections, snapshot: newestSnapshot?.event ?? null }
  const places = heads.map(({ checkpoint: { origin, size } }) => `${size} entries of ${origin}`)
  return [`${figure}, from ${places.join(' and ')}`, ...figureLines(figure, entries, days)]
}
