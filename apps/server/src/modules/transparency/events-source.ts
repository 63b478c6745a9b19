import {
  auditHeadEvent,
  batchEvent,
  dayFiguresEvent,
  haltEvent,
  keyEvent,
  ruleEvent,
  seedCommitmentEvent,
  seedRevealedEvent,
  shardEvent,
  termsEvent,
} from '@candor/proof/encoding'
import type { CellPlace } from '@candor/proof/encoding'
import type { Database } from '../../platform/transaction.ts'
import { readBatchItems } from './batch-items.ts'
import { nameOf } from './batch-store.ts'
import { createCustomerSecrets } from './customer-secrets.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import { readUnsealedDays, readUnsealedRules } from './conduct-events-store.ts'
import {
  appendEvents,
  countEvents,
  hasUnsealedRecords,
  readEvents,
  readEventsNews,
  readNowMs,
  readOldestWaitingMs,
  readShardOfCell,
  readUnsealedAudit,
  readUnsealedBatches,
  readUnsealedHalts,
  readUnsealedKeys,
  readUnsealedSeeds,
  readUnsealedShards,
  readUnsealedSnapshots,
  readUnsealedTerms,
} from './events-store.ts'
import type { EventsNews, EventsTarget, NewEvent, ShardOfCell, UnsealedBatch } from './events-store.ts'
import type { LeafSource } from './log-leaf.ts'
import { sealBatch } from './sealed-batch.ts'
import { shardAt } from './shard.ts'

/** The batches of a stripe that a round looks for. */
const roundBatches = 500
/** The pages of batches that a round seals. */
const roundPages = 10
/** Other records that are read at once. */
const pageRecords = 500
const pageDays = 50

export interface EventsSourceOptions {
  /** The interval of looks for everything but batches and terms, in milliseconds. */
  readonly recordsEveryMs?: number
  /** The entries of batches that are read at once: what bounds the memory. */
  readonly pageEntries?: number
}

/**
 * The leaves of the log `events`: batches of the ledger, versions of terms, halts, the newest link of the audit,
 * snapshots of liabilities, seeds, rules, days' figures, shards and keys,
 * in the order in which the sealer found them. That order is stored with the entries. A round asks whether batches
 * wait, and reads them, and terms, where some do. Whether anything else waits is asked every `recordsEveryMs` only.
 */
export function createEventsSource(
  pool: Database,
  { recordsEveryMs = 0, pageEntries = 5_000 }: EventsSourceOptions = {},
): LeafSource {
  const secretsOf = createCustomerSecrets(pool)
  let recordsMs = -Infinity
  /** What the last look found; null where it appended entries. */
  let looked: (EventsNews & { readonly shard: string }) | null = null
  /** Where the shard lies in the log of its cell, read once. */
  let placed: { readonly shard: string; readonly ofCell: ShardOfCell | null } | null = null
  return {
    hasRecords: false,
    collect: async (shard, fence) => {
      const startedMs = performance.now()
      const news = await readEventsNews(pool, shard.shard)
      const isDue = startedMs >= recordsMs + recordsEveryMs
      looked = { ...news, shard: shard.shard }
      if (shardAt(news.nowMs) !== shard.shard || (!news.hasBatches && !isDue)) return news
      if (!news.hasBatches && !(await hasUnsealedRecords(pool))) {
        recordsMs = startedMs
        return news
      }
      looked = null
      // Before the terms: what these batches' orders name is stored by now.
      const batches = await readUnsealedBatches(pool, roundBatches)
      const terms = await termsEvents(pool)
      const records = isDue ? await recordEvents(pool, terms) : terms
      // After a round that found some, there may be more than a page of them.
      if (records.length > 0) recordsMs = -Infinity
      else if (isDue) recordsMs = startedMs
      // Their orders may name terms of the next page.
      const pages = terms.length < pageRecords ? pagesOf(batches, pageEntries).slice(0, roundPages) : []
      const target = { fence, shard: shard.shard, firstIndex: news.size }
      if (placed?.shard !== shard.shard)
        placed = { shard: shard.shard, ofCell: await readShardOfCell(pool, shard.shard) }
      const placeAt = placesIn(placed.ofCell)
      const isAppended = await appendPages(
        pool,
        target,
        records,
        pages.map((page) => (firstIndex) => batchEvents(pool, secretsOf, page, (at) => placeAt(firstIndex + at))),
      )
      return isAppended ? { size: null } : null
    },
    read: async (shard, from, most) =>
      (await readEvents(pool, shard.shard, from, most)).map((entry) => ({ entry, records: null })),
    next: async (current, size) => {
      const shard = shardAt(current === null || looked === null ? await readNowMs(pool) : looked.nowMs)
      if (current !== null && (shard <= current.shard || size < (await countEvents(pool, current.shard)))) return null
      return { shard, firstSlot: null }
    },
    waitingSinceMs: (shard, size) =>
      looked !== null && looked.shard === shard.shard && !looked.hasBatches && size >= looked.size
        ? Promise.resolve(null)
        : readOldestWaitingMs(pool, shard.shard, size),
  }
}

/** Appends records and then pages, the first one together with them. False where another sealer has begun. */
async function appendPages(
  pool: Database,
  target: EventsTarget,
  records: readonly NewEvent[],
  pages: readonly ((firstIndex: number) => Promise<readonly NewEvent[]>)[],
): Promise<boolean> {
  let firstIndex = target.firstIndex
  let waiting = records
  for (const page of pages.length === 0 ? [() => Promise.resolve([])] : pages) {
    const events = [...waiting, ...(await page(firstIndex + waiting.length))]
    waiting = []
    if (events.length === 0) continue
    if (!(await appendEvents(pool, { ...target, firstIndex }, events))) return false
    firstIndex += events.length
  }
  return true
}

/** Everything but batches, with these terms. */
async function recordEvents(pool: Database, terms: readonly NewEvent[]): Promise<NewEvent[]> {
  return [
    ...(await shardEvents(pool)),
    ...(await keyEvents(pool)),
    ...terms,
    ...(await haltEvents(pool)),
    ...(await auditHeadEvents(pool)),
    ...(await snapshotEvents(pool)),
    ...(await seedEvents(pool)),
    ...(await ruleEvents(pool)),
    ...(await dayFiguresEvents(pool)),
  ]
}

async function shardEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedShards(pool)).map((row) => ({
    record: { kind: 'shard', id: row.shard_id },
    entry: shardEvent.encode({
      log: row.name,
      shard: row.shard,
      firstSlot: Number(row.first_slot ?? 0n),
      vkey: row.vkey,
    }),
  }))
}

async function keyEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedKeys(pool)).map((row) => ({
    record: { kind: 'key', id: row.change_id },
    entry: keyEvent.encode({ signs: row.name, vkey: row.vkey, fromMs: Number(row.from_ms) }),
  }))
}

async function termsEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedTerms(pool, pageRecords)).map((row) => ({
    record: { kind: 'terms', id: row.terms_id },
    entry: termsEvent.encode({
      termsId: row.terms_id,
      instrumentId: row.instrument_id,
      symbol: row.symbol,
      durationSlots: row.duration_slots,
      version: row.version,
      offered: row.offered,
      stakeMin: row.stake_min,
      stakeMax: row.stake_max,
      feeBps: row.fee_bps,
      payoutBps: row.payout_bps,
      maxOpenPayout: row.max_open_payout,
      entryWindowSlots: row.entry_window_slots,
      exitWindowSlots: row.exit_window_slots,
    }),
  }))
}

async function haltEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedHalts(pool, pageRecords)).map(({ haltId, instrumentId, isLift, atMs }) => ({
    record: { kind: isLift ? 'lift' : 'halt', id: haltId },
    entry: haltEvent.encode({ instrumentId, halted: !isLift, atMs }),
  }))
}

/** The newest link alone: it covers those before it. */
async function auditHeadEvents(pool: Database): Promise<NewEvent[]> {
  const audit = await readUnsealedAudit(pool)
  if (audit === null) return []
  const { seq, hash, atMs } = audit
  return [{ record: { kind: 'audit', id: seq }, entry: auditHeadEvent.encode({ auditId: Number(seq), hash, atMs }) }]
}

async function seedEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedSeeds(pool, pageRecords)).map(({ day, commitment, seed }) => ({
    record: { kind: seed === null ? 'seed' : 'revealed', id: BigInt(day) },
    entry:
      seed === null
        ? seedCommitmentEvent.encode({ day, seedHash: commitment })
        : seedRevealedEvent.encode({ day, seed }),
  }))
}

async function ruleEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedRules(pool)).map(({ rule_id: id, name, version, text_hash: textHash }) => ({
    record: { kind: 'rule', id },
    entry: ruleEvent.encode({ name, version, textHash: Uint8Array.from(textHash) }),
  }))
}

/** Days are closed in their order, and sealed in it. */
async function dayFiguresEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedDays(pool, pageDays)).map((figures) => ({
    record: { kind: 'figures', id: BigInt(figures.day) },
    entry: dayFiguresEvent.encode(figures),
  }))
}

/** The entry of a snapshot is made with it. */
async function snapshotEvents(pool: Database): Promise<NewEvent[]> {
  return (await readUnsealedSnapshots(pool)).map(({ snapshot_id: id, event }) => ({
    record: { kind: 'snapshot', id },
    entry: Uint8Array.from(event),
  }))
}

/** The place of the entry at an index, of a shard of one of several cells; empty elsewhere. */
function placesIn(ofCell: ShardOfCell | null): (index: number) => Partial<CellPlace> {
  return (index) => (ofCell === null ? {} : { cell: ofCell.cell, sequence: ofCell.before + index })
}

async function batchEvents(
  pool: Database,
  secretsOf: CustomerSecrets,
  batches: readonly UnsealedBatch[],
  placeAt: (position: number) => Partial<CellPlace>,
): Promise<NewEvent[]> {
  const itemsOf = await readBatchItems(
    pool,
    batches.filter(({ known }) => known === null),
  )
  const secrets = await secretsOf([...itemsOf.values()].flat().map(({ customerId }) => customerId))
  return batches.map((batch, position) => {
    const { itemCount, itemsRoot } = batch.known ?? sealBatch(itemsOf.get(nameOf(batch)) ?? [], secrets)
    const { stripe, seq, kind, atMs, entryCount, hash } = batch
    return {
      batch: { stripe, seq },
      entry: batchEvent.encode({
        stripe,
        seq,
        atMs,
        kind,
        entryCount,
        itemCount,
        itemsRoot,
        batchHash: hash,
        ...placeAt(position),
      }),
    }
  })
}

/** Divides batches into pages by their entries, each of one batch at least. */
function pagesOf(batches: readonly UnsealedBatch[], pageEntries: number): readonly (readonly UnsealedBatch[])[] {
  const pages: UnsealedBatch[][] = []
  let entries = Infinity
  for (const batch of batches) {
    entries += batch.entryCount
    if (entries > pageEntries) {
      pages.push([])
      entries = batch.entryCount
    }
    pages.at(-1)?.push(batch)
  }
  return pages
}
