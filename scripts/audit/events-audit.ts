import { dayMs } from '@candor/formulas'
import { parseVerifierKey, ProofError, sha256, toBase64, toHex } from '@candor/proof'
import { decodeEvent } from '@candor/proof/encoding'
import type {
  BatchEvent,
  CellPlace,
  DayFiguresEvent,
  HaltEvent,
  KeyEvent,
  LogEvent,
  TermsEvent,
} from '@candor/proof/encoding'
import { decodeSnapshotEvent } from '@candor/proof/solvency'
import type { SnapshotEvent } from '@candor/proof/solvency'
import type { EventsCarry } from './audit-state.ts'
import { DayStatistics } from './day-statistics.ts'
import type { Findings } from './findings.ts'

/** Called for each batch of the ledger, in the order of the log. */
export type TakeBatch = (batch: BatchEvent) => void

interface Stripe {
  seq: number
  hash: string
  /** The newest links by their numbers, which snapshots of liabilities name. */
  readonly links: Map<number, string>
}

const keptLinks = 4_096
/** A day's seed is revealed 49 hours after the day has begun; the sealer gets an hour more. */
const revealMs = 50 * 3_600_000

/** A halt or a correction that a run has read, with its position in the log. */
export interface LoggedIncident {
  readonly kind: 'halt' | 'correction'
  readonly shard: string
  readonly index: number
  readonly atMs: number
}

/** Checks the entries of the log of events one after the other. */
export class EventsAudit {
  readonly #findings: Findings
  readonly #takeBatch: TakeBatch
  readonly #stripes = new Map<number, Stripe>()
  readonly #seeds = new Map<number, { readonly seedHash: string; isRevealed: boolean }>()
  readonly #keys = new Map<string, string[]>()
  /** The keys that replace those of the logs, with their entries. */
  readonly announcements: NonNullable<EventsCarry['announced']>
  /** Links that snapshots name and that come later in the log. */
  #expected: EventsCarry['heads']
  #snapshot: { readonly id: bigint; readonly atMs: number } | null
  #auditId: number
  #newestMs = 0
  /** The number of entries before the next one; null where another run has not counted them. */
  #taken: number | null
  #cell: number | null
  readonly statistics: DayStatistics
  /** The versions of contract terms that were read in this run. */
  readonly terms: TermsEvent[] = []
  /** The figures of days, halts with their lifting, and batches of corrections that were read in this run. */
  readonly dayFigures: DayFiguresEvent[] = []
  readonly halts: HaltEvent[] = []
  readonly corrections: BatchEvent[] = []
  readonly incidents: LoggedIncident[] = []
  /** By shard, the first entry that was read in this run, and the one after the last. */
  readonly read = new Map<string, { readonly from: number; readonly before: number }>()
  /** The newest snapshot that was read in this run, with its position. */
  newestSnapshot: { readonly shard: string; readonly index: number; readonly event: SnapshotEvent } | null = null

  constructor(findings: Findings, carry: EventsCarry | null, takeBatch: TakeBatch = () => undefined) {
    this.#findings = findings
    this.#takeBatch = takeBatch
    for (const { stripe, seq, hash } of carry?.stripes ?? [])
      this.#stripes.set(stripe, { seq, hash, links: new Map([[seq, hash]]) })
    for (const { day, ...seed } of carry?.seeds ?? []) this.#seeds.set(day, seed)
    for (const { origin, vkeys } of carry?.keys ?? []) this.#keys.set(origin, [...vkeys])
    this.announcements = [...(carry?.announced ?? [])]
    this.#expected = [...(carry?.heads ?? [])]
    const snapshot = carry?.snapshot ?? null
    this.#snapshot = snapshot === null ? null : { id: BigInt(snapshot.id), atMs: snapshot.atMs }
    this.#auditId = carry?.auditId ?? 0
    this.#taken = carry === null ? 0 : (carry.taken ?? null)
    this.#cell = carry?.cell ?? null
    this.statistics = new DayStatistics(findings, carry?.days ?? [])
  }

  /** The keys of a log's origin that the log of events names, in their order. */
  keysOf(origin: string): readonly string[] {
    return this.#keys.get(origin) ?? []
  }

  take(shard: string, index: number, bytes: Uint8Array): void {
    const at = `entry ${index} of ${shard}`
    this.read.set(shard, { from: this.read.get(shard)?.from ?? index, before: index + 1 })
    try {
      this.#takeEvent(decodeEvent(bytes), { shard, index, at })
      this.#findings.hold('events')
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      this.#findings.fail('events', `The ${at} is no event: ${error.message}`)
    }
    if (this.#taken !== null) this.#taken += 1
  }

  /** Judges what was still open, by the time of the newest frame. */
  finish(nowMs: number): void {
    const now = Math.max(nowMs, this.#newestMs)
    this.statistics.finish()
    for (const [day, { isRevealed }] of this.#seeds)
      if (!isRevealed && day * dayMs + revealMs < now)
        this.#findings.fail('seeds', `The seed of ${dateOf(day)} was to be revealed after 49 hours, and is not.`)
    for (const { stripe, seq, snapshot } of this.#expected)
      this.#findings.leaveUnchecked(
        'liabilities',
        `Snapshot ${snapshot} names batch ${seq} of stripe ${stripe}, which this run did not read.`,
      )
  }

  carry(): EventsCarry {
    return {
      stripes: [...this.#stripes].map(([stripe, { seq, hash }]) => ({ stripe, seq, hash })),
      seeds: [...this.#seeds].map(([day, seed]) => ({ day, ...seed })),
      keys: [...this.#keys].map(([origin, vkeys]) => ({ origin, vkeys: [...vkeys] })),
      announced: [...this.announcements],
      snapshot: this.#snapshot === null ? null : { id: String(this.#snapshot.id), atMs: this.#snapshot.atMs },
      auditId: this.#auditId,
      days: [...this.statistics.carry()],
      heads: [...this.#expected],
      ...(this.#taken === null ? {} : { taken: this.#taken }),
      ...(this.#cell === null ? {} : { cell: this.#cell }),
    }
  }

  #takeEvent(found: LogEvent, { shard, index, at }: { shard: string; index: number; at: string }): void {
    if (found.name === 'batch') {
      this.#takeBatchEvent(found.event, at)
      if (found.event.kind === 'correction')
        this.incidents.push({ kind: 'correction', shard, index, atMs: found.event.atMs })
    } else if (found.name === 'terms') this.terms.push(found.event)
    else if (found.name === 'snapshot') this.#takeSnapshot(decodeSnapshotEvent(found.event), shard, index)
    else if (found.name === 'seedCommitment') this.#commit(found.event.day, toHex(found.event.seedHash))
    else if (found.name === 'seedRevealed') this.#reveal(found.event.day, found.event.seed)
    else if (found.name === 'shard') this.#takeKey(found.event.vkey, at)
    else if (found.name === 'key') {
      this.#takeKey(found.event.vkey, at)
      this.#takeAnnouncement(found.event, shard, index)
    } else if (found.name === 'dayFigures') this.#takeFigures(found.event)
    else if (found.name === 'halt') {
      this.halts.push(found.event)
      if (found.event.halted) this.incidents.push({ kind: 'halt', shard, index, atMs: found.event.atMs })
    } else if (found.name === 'auditHead') this.#takeAudit(found.event.auditId, at)
  }

  #takeBatchEvent(batch: BatchEvent, at: string): void {
    const { stripe: number, seq, atMs, batchHash } = batch
    const stripe = this.#stripes.get(number) ?? { seq: 0, hash: '', links: new Map<number, string>() }
    const hash = toBase64(batchHash)
    this.#takePlace(batch, at)
    if (seq !== stripe.seq + 1)
      this.#findings.fail('batches', `The ${at} is batch ${seq} of stripe ${number} after batch ${stripe.seq}.`)
    else if (hash === stripe.hash)
      this.#findings.fail('batches', `The ${at} has the same link in the hash chain as the batch before it.`)
    else this.#findings.hold('batches')
    Object.assign(stripe, { seq, hash })
    stripe.links.set(seq, hash)
    if (stripe.links.size > keptLinks) stripe.links.delete(stripe.links.keys().next().value ?? 0)
    this.#stripes.set(number, stripe)
    this.#newestMs = Math.max(this.#newestMs, atMs)
    this.#meetExpected(number, seq, hash)
    this.statistics.takeBatch(batch)
    if (batch.kind === 'correction') this.corrections.push(batch)
    this.#takeBatch(batch)
  }

  /** In the log of one of several cells each batch names that cell, and how many entries the log has before it. */
  #takePlace({ cell, sequence }: Partial<CellPlace>, at: string): void {
    if (cell === undefined || sequence === undefined) {
      if (this.#cell !== null)
        this.#findings.fail('cell', `The ${at} names no cell, and a batch before it names cell ${this.#cell}.`)
      return
    }
    if (this.#cell !== null && cell !== this.#cell)
      this.#findings.fail('cell', `The ${at} is of cell ${cell} in the log of cell ${this.#cell}.`)
    else if (this.#taken !== null && sequence !== this.#taken)
      this.#findings.fail('cell', `The ${at} is number ${sequence} of cell ${cell} after ${this.#taken} entries.`)
    else this.#findings.hold('cell')
    this.#cell ??= cell
    this.#taken = sequence
  }

  #takeFigures(figures: DayFiguresEvent): void {
    this.statistics.takeFigures(figures)
    this.dayFigures.push(figures)
  }

  #meetExpected(stripe: number, seq: number, hash: string): void {
    if (this.#expected.length === 0) return
    const met = this.#expected.filter((each) => each.stripe === stripe && each.seq === seq)
    for (const each of met) this.#compareLink(each, hash)
    this.#expected = this.#expected.filter((each) => !met.includes(each))
  }

  #compareLink({ stripe, seq, hash, snapshot }: EventsCarry['heads'][number], found: string): void {
    if (hash === found) this.#findings.hold('liabilities')
    else
      this.#findings.fail(
        'liabilities',
        `Snapshot ${snapshot} names another batch ${seq} of stripe ${stripe} than the log has.`,
      )
  }

  #takeSnapshot(event: SnapshotEvent, shard: string, index: number): void {
    const { snapshotId: id, atMs, stripes } = event
    const before = this.#snapshot
    if (before !== null && (id <= before.id || Number(atMs) < before.atMs))
      this.#findings.fail('liabilities', `Snapshot ${id} is not after snapshot ${before.id}.`)
    else this.#findings.hold('liabilities')
    this.#snapshot = { id, atMs: Number(atMs) }
    this.newestSnapshot = { shard, index, event }
    for (const { stripe, seq, hash } of stripes) {
      if (seq === 0n) continue
      const named = { stripe, seq: Number(seq), hash: toBase64(hash), snapshot: String(id) }
      const known = this.#stripes.get(stripe)
      const link = known?.links.get(named.seq)
      if (link !== undefined) this.#compareLink(named, link)
      else if (named.seq > (known?.seq ?? 0)) this.#expected.push(named)
      else
        this.#findings.leaveUnchecked(
          'liabilities',
          `Snapshot ${id} names batch ${seq} of stripe ${stripe}, which is too far before it to compare.`,
        )
    }
  }

  #commit(day: number, seedHash: string): void {
    if (this.#seeds.has(day)) this.#findings.fail('seeds', `The seed of ${dateOf(day)} is committed to twice.`)
    else this.#seeds.set(day, { seedHash, isRevealed: false })
  }

  #reveal(day: number, seed: Uint8Array): void {
    const known = this.#seeds.get(day)
    if (known === undefined)
      this.#findings.fail('seeds', `The seed of ${dateOf(day)} is revealed without a commitment before it.`)
    else if (known.isRevealed) this.#findings.fail('seeds', `The seed of ${dateOf(day)} is revealed twice.`)
    else {
      known.isRevealed = true
      if (toHex(sha256(seed)) === known.seedHash) this.#findings.hold('seeds')
      else this.#findings.fail('seeds', `The seed of ${dateOf(day)} is not the one that was committed to.`)
    }
  }

  #takeKey(vkey: string, at: string): void {
    // Throws a ProofError for a text that is no key.
    const { name } = parseVerifierKey(vkey)
    const known = this.#keys.get(name) ?? []
    if (known.at(-1) === vkey) this.#findings.fail('keys', `The ${at} announces a key that is in use already.`)
    this.#keys.set(name, [...known, vkey])
  }

  #takeAnnouncement({ signs: log, vkey, fromMs }: KeyEvent, name: string, index: number): void {
    if (log === 'ticks' || log === 'events')
      this.announcements.push({ log, vkey, fromMs, shard: name.slice('events/'.length), index })
  }

  #takeAudit(auditId: number, at: string): void {
    if (auditId <= this.#auditId)
      this.#findings.fail('events', `The ${at} has the audit's link ${auditId} after link ${this.#auditId}.`)
    this.#auditId = Math.max(auditId, this.#auditId)
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
