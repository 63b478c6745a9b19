import { performance } from 'node:perf_hooks'
import { fromBase64, toBase64 } from '@candor/proof'
import type { AuditState, EventsCarry, TicksCarry } from './audit-state.ts'
import type { StateFolder } from './audit-state.ts'
import { EventsAudit } from './events-audit.ts'
import type { TakeBatch } from './events-audit.ts'
import { auditEventsShard } from './events-shard.ts'
import type { Findings } from './findings.ts'
import { judgeKeys } from './judge-keys.ts'
import type { Signer } from './judge-keys.ts'
import { followFrom, keysOfShard } from './known-keys.ts'
import { SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import type { PublishedMarket } from './market-check.ts'
import { compareWithSeen, readHead } from './signed-head.ts'
import type { ShardHead } from './signed-head.ts'
import { TicksAudit } from './ticks-audit.ts'
import type { TicksSummary } from './ticks-audit.ts'
import { TicksPool } from './ticks-pool.ts'
import { emptyTree } from './tree-check.ts'
import type { SavedTree } from './tree-check.ts'

export interface AuditRunOptions {
  readonly source: LogSource
  readonly state: StateFolder
  readonly findings: Findings
  /** Keys of both logs from elsewhere. */
  readonly trusted: readonly string[]
  readonly market: PublishedMarket | null
  /** Whether events are read from their beginning, to follow one customer. */
  readonly rereadsEvents: boolean
  readonly takeBatch: TakeBatch
  /** The instrument whose prices are compared with a recording. */
  readonly followed: { readonly id: number; take(prices: Float64Array): Promise<void> } | null
  /** The threads that check prices, which the caller closes; by default those of this run, one for each processor. */
  readonly pool?: TicksPool
  progress(line: string): void
}

/** What a run has read. */
export interface AuditRun {
  readonly heads: readonly ShardHead[]
  /** The keys that signed the heads. */
  readonly signers: readonly Signer[]
  readonly summary: TicksSummary
  readonly events: EventsAudit
  /** The first slots of the shards of prices, by their origins. */
  readonly firstSlots: Readonly<Record<string, number>>
}

interface Place<Carry> {
  trees: Record<string, SavedTree>
  carry: Carry
}

/** How often a run notes where it could go on. */
const savedEveryMs = 20_000

/** Reads both logs from where the last run ended, and stores how far it came. Throws SourceError. */
export async function runAudit(options: AuditRunOptions): Promise<AuditRun> {
  const { source, state: folder, findings, trusted } = options
  const before = await folder.read()
  const known = [...seenKeys(before), ...trusted]
  const heads: ShardHead[] = []
  for (const shard of await source.shards()) {
    const head = await readHead(source, shard, known)
    if (head !== null && compareWithSeen(head, before.heads[head.name], findings)) heads.push(head)
  }
  for (const [name, { size }] of Object.entries(before.heads))
    if (!heads.some((head) => head.name === name) && size > 0 && findings.failuresOf('checkpoints') === 0)
      findings.fail(
        'checkpoints',
        `FORK: ${name} had ${size} signed leaves in the last run, and has no checkpoint now.`,
      )
  const progress = new Progress(options, before)
  const ticks = await readTicks(options, before, heads, progress)
  const events = await readEvents(options, before, heads, progress)
  events.finish(ticks.summary.lastPublishedMs)
  const signers = await judgeHeads(options, heads, events)
  await progress.end(heads, signers)
  const found = [...signers.values()].filter((signer) => signer !== null)
  return { heads, signers: found, summary: ticks.summary, events, firstSlots: ticks.firstSlots }
}

/** The keys that signed the heads of the last run. */
export function seenKeys({ heads }: AuditState): string[] {
  return Object.values(heads).flatMap(({ vkey }) => (vkey === null ? [] : [vkey]))
}

/** Judges the signature of each head, following the keys that are known to those that the log announces. */
export async function judgeHeads(
  { source, findings }: Pick<AuditRunOptions, 'source' | 'findings'>,
  heads: readonly ShardHead[],
  events: EventsAudit,
): Promise<Map<string, Signer | null>> {
  const ofEvents = heads.filter(({ log }) => log === 'events')
  const trusted = ofEvents.flatMap(({ knownVkeys, listedVkey, checkpoint: { origin } }) =>
    knownVkeys === null ? [...events.keysOf(origin), ...(listedVkey === null ? [] : [listedVkey])] : knownVkeys,
  )
  const followed = await followFrom(trusted, events.announcements, source)
  const signers = new Map<string, Signer | null>()
  for (const head of heads) {
    const { origin } = head.checkpoint
    const named = {
      announced: events.keysOf(origin),
      followed:
        keysOfShard(
          followed.map(({ vkey }) => vkey),
          origin,
        ) ?? [],
    }
    signers.set(head.name, await judgeKeys(head, named, findings))
  }
  return signers
}

async function readTicks(
  { source, findings, market, pool: given, followed }: AuditRunOptions,
  before: AuditState,
  heads: readonly ShardHead[],
  progress: Progress,
): Promise<TicksAudit> {
  const pool = given ?? new TicksPool()
  const place: Place<TicksCarry> = before.ticks ?? { trees: {}, carry: { last: null } }
  const audit = new TicksAudit(
    {
      source,
      pool,
      findings,
      genesisMs: market?.genesisMs ?? null,
      untilSlot: market?.slot ?? -1,
      followed,
      progress: (slots) => progress.add(slots, 'slots'),
      checkpoint: async (name, tree, carry) => progress.save('ticks', name, tree, carry),
    },
    place.carry,
  )
  try {
    for (const head of heads) {
      if (head.log !== 'ticks') continue
      progress.begin(head, place.trees[head.name])
      await audit.shard(head, place.trees[head.name] ?? emptyTree, seenHead(before, head))
    }
  } finally {
    if (given === undefined) await pool.close()
  }
  return audit
}

async function readEvents(
  { source, findings, takeBatch, rereadsEvents }: AuditRunOptions,
  before: AuditState,
  heads: readonly ShardHead[],
  progress: Progress,
): Promise<EventsAudit> {
  const place = rereadsEvents ? null : before.events
  const events = new EventsAudit(findings, place?.carry ?? null, takeBatch)
  const parts = {
    source,
    findings,
    events,
    progress: (entries: number) => progress.add(entries, 'events'),
    checkpoint: async (name: string, tree: SavedTree, carry: EventsCarry) => progress.save('events', name, tree, carry),
  }
  for (const head of heads) {
    if (head.log !== 'events') continue
    const saved = place?.trees[head.name] ?? emptyTree
    progress.begin(head, saved)
    await auditEventsShard(parts, head, saved, seenHead(before, head))
  }
  return events
}

function seenHead({ heads }: AuditState, { name }: ShardHead): { size: number; root: Uint8Array } | null {
  const seen = heads[name]
  return seen === undefined || seen.size === 0 ? null : { size: seen.size, root: fromBase64(seen.root) }
}

/** Prints how far a run is, and stores where another one can go on while nothing has failed. */
class Progress {
  readonly #options: AuditRunOptions
  readonly #state: AuditState
  #savedMs = performance.now()
  #printedMs = -Infinity
  #label = ''
  #done = 0
  #all = 0
  #startedMs = performance.now()

  constructor(options: AuditRunOptions, before: AuditState) {
    this.#options = options
    this.#state = structuredClone(before)
  }

  begin({ name, checkpoint: { size } }: ShardHead, saved: SavedTree | undefined): void {
    this.#label = name
    this.#done = 0
    this.#all = size - 256 * (saved?.bundles ?? 0)
    this.#startedMs = performance.now()
  }

  add(count: number, unit: string): void {
    this.#done += count
    const nowMs = performance.now()
    if (nowMs - this.#printedMs < 1_000 && this.#done < this.#all) return
    this.#printedMs = nowMs
    const rate = Math.round((1_000 * this.#done) / Math.max(1, nowMs - this.#startedMs))
    const percent = Math.floor((100 * this.#done) / Math.max(1, this.#all))
    this.#options.progress(`${this.#label}: ${this.#done} of ${this.#all} ${unit}, ${percent} %, ${rate} a second`)
  }

  async save<Log extends 'ticks' | 'events'>(
    log: Log,
    name: string,
    tree: SavedTree,
    carry: NonNullable<AuditState[Log]>['carry'],
  ): Promise<void> {
    const { findings, state } = this.#options
    // A run that goes on after a failure would not see it again.
    if (findings.failureCount > 0) return
    const trees = { ...this.#state[log]?.trees, [name]: tree }
    this.#state[log] = { trees, carry } as AuditState[Log]
    if (performance.now() - this.#savedMs < savedEveryMs) return
    this.#savedMs = performance.now()
    await state.write(this.#state)
  }

  /** Notes the heads that a run has found to be signed, and where the next run goes on. */
  async end(heads: readonly ShardHead[], signers: ReadonlyMap<string, Signer | null>): Promise<void> {
    const { findings, state } = this.#options
    const isSound = findings.failureCount === 0
    const before = isSound ? null : await state.read()
    const isForked = ['checkpoints', 'keys', 'tree'].some((name) => findings.failuresOf(name as 'keys') > 0)
    const seen = isForked ? (before?.heads ?? {}) : { ...this.#state.heads }
    if (!isForked)
      for (const {
        name,
        checkpoint: { origin, size, root },
      } of heads)
        seen[name] = { origin, vkey: signers.get(name)?.vkey ?? null, size, root: toBase64(root) }
    await state.write({ ...(before ?? this.#state), heads: seen })
  }
}

/** Waits until the log has the frame of a slot, of which quotes were published. */
export async function waitForSlot(source: LogSource, slot: number, sleep: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const shards = (await source.shards()).filter(({ log }) => log === 'ticks')
    const newest = shards.at(-1)
    if (newest?.firstSlot === undefined || newest.firstSlot === null) return
    const head = await readHead(source, newest, [])
    if (head !== null && newest.firstSlot + head.checkpoint.size > slot) return
    await sleep()
  }
  throw new SourceError(`The log does not get to slot ${slot}, of which quotes were published, within ten seconds.`)
}
