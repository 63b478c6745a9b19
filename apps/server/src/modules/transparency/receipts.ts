import { slotEndMs } from '@candor/formulas'
import type { OutputOf, ReceiptKind, ReceiptView, receiptOf } from '@candor/api'
import { equalBytes, leafHash } from '@candor/proof'
import { batchEvent } from '@candor/proof/encoding'
import { buildReceipt } from '@candor/proof/receipt'
import type { LoggedPart, ShardProof } from '@candor/proof/receipt'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { idOf } from '../../platform/ids.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { assetOf } from '../ledger/index.ts'
import type { LogsOptions } from './log-folder.ts'
import type { Acceptances } from './acceptances.ts'
import type { BatchItem } from './batch-items.ts'
import type { NoCheckpoint } from './checkpoint-choice.ts'
import { createCustomerSecrets } from './customer-secrets.ts'
import { readGuards } from './guard-store.ts'
import { readBatchLeaf, readMovements, readProvenOrder } from './receipts-store.ts'
import type { BatchLeaf, ProvenMovement, ProvenOrder } from './receipts-store.ts'
import { FilesMissing, ShardFiles } from './shard-files.ts'
import type { SealedBatch } from './sealed-batch.ts'
import { sealStored } from './stored-batch.ts'
import type { StoredBatch } from './stored-batch.ts'
import { proveFrames, proveLeaves } from './tick-proofs.ts'
import type { ProofSource, Unproven } from './tick-proofs.ts'

/** The time from the end of an exit slot until the receipt exists, and from one attempt to the next. */
const usualSealingMs = 4_000
const retryMs = 2_000
/** Orders of one batch ask at one time, and each needs the hashes of all. */
const rememberedBatches = 64
const rememberedMs = 120_000

/** Makes receipts of what is in the price log: from its files and the database, as often as they are read. */
export interface Receipts {
  /** That of a contract order of a customer. */
  ofOrder(customerId: bigint, id: string): Promise<Result<ReceiptView, 'not-found'>>
  /** Those of the ledger entries that a record of a customer has caused. */
  ofRecord(
    customerId: bigint,
    record: { readonly kind: ReceiptKind; readonly id: string },
  ): Promise<Result<OutputOf<typeof receiptOf>, 'not-found'>>
}

export interface ReceiptsOptions extends LogsOptions {
  /** Null where orders are not signed: then they have no receipts. */
  readonly acceptances: Acceptances | null
  readonly clock: Clock
}

interface Sealed {
  readonly items: readonly BatchItem[]
  readonly sealed: SealedBatch
}

interface Source extends ProofSource {
  readonly acceptances: Acceptances | null
  seal(batch: StoredBatch): Promise<Sealed>
}

export function createReceipts({ pool, folder, acceptances, clock, logger }: ReceiptsOptions): Receipts {
  const secretsOf = createCustomerSecrets(pool)
  const batches = new LRUCache<string, Promise<Sealed>>({ max: rememberedBatches, ttl: rememberedMs })
  const source: Source = {
    pool,
    acceptances,
    files: new ShardFiles(folder),
    seal: (batch) => {
      const name = `${batch.stripe}/${batch.seq}`
      const known = batches.get(name)
      if (known !== undefined) return known
      const sealing = sealStored(pool, secretsOf, batch)
      batches.set(name, sealing)
      sealing.catch(() => batches.delete(name))
      return sealing
    },
  }
  const pending = (earliestMs = 0): ReceiptView => ({
    state: 'pending',
    pendingUntilMs: Math.max(earliestMs, clock.nowMs() + retryMs),
  })
  const attempt = async (make: () => Promise<ReceiptView | 'pending'>): Promise<ReceiptView> => {
    try {
      const made = await make()
      return made === 'pending' ? pending() : made
    } catch (error) {
      if (!(error instanceof FilesMissing)) throw error
      logger.warn({ err: error }, 'a receipt waits for files of the price log')
      return pending()
    }
  }
  return {
    ofOrder: async (customerId, id) => {
      const orderId = idOf(id)
      const order = orderId === null ? null : await readProvenOrder(pool, customerId, orderId)
      if (order === null) return refuse('not-found')
      const { settled } = order
      if (settled === null) return ok(pending(slotEndMs(order.exitSlot, order.genesisMs) + usualSealingMs))
      return ok(await attempt(() => contractReceipt(source, { ...order, settled })))
    },
    ofRecord: async (customerId, { kind, id }) => {
      const recordId = idOf(id)
      const movements = recordId === null ? null : await readMovements(pool, { customerId, kind, id: recordId })
      if (movements === null) return refuse('not-found')
      const receipts = []
      for (const entry of movements) {
        const receipt = await attempt(() => movementReceipt(source, entry))
        receipts.push({ movement: entry.movement, asset: assetOf(entry.asset), atMs: entry.batch.atMs, receipt })
      }
      return ok({ receipts })
    },
  }
}

async function contractReceipt(
  source: Source,
  order: ProvenOrder & { readonly settled: StoredBatch },
): Promise<ReceiptView | 'pending'> {
  const { pool, acceptances } = source
  if (acceptances === null) return { state: 'absent', reason: 'not-signed' }
  const [placedLeaf, settledLeaf] = [await readBatchLeaf(pool, order.placed), await readBatchLeaf(pool, order.settled)]
  if (placedLeaf === null || settledLeaf === null) return 'pending'
  const proven = await proveFrames(source, order)
  if (typeof proven === 'string') return unproven(proven)
  const events = await proveBatches(source, [placedLeaf, settledLeaf])
  if (typeof events === 'string') return unproven(events)
  const isOrder = ({ id }: BatchItem) => id === order.orderId
  const placed = await loggedPart(source, { batch: order.placed, leaf: placedLeaf, isItem: isOrder })
  const settled = await loggedPart(source, { batch: order.settled, leaf: settledLeaf, isItem: isOrder })
  const { stripe, seq, atMs: acceptedMs } = order.placed
  const acceptance = await acceptances.noteOf({ stripe, seq, acceptedMs }, placed.sealed)
  const parts = { kind: 'contract', acceptance, placed: placed.part, settled: settled.part, events, ...proven } as const
  // Rather a long receipt than none: over a day, with many cosignatures, a few hundred bytes more may be needed.
  const receipt = buildReceipt(parts, { mayBeLong: true })
  return { state: 'ready', receipt }
}

function unproven(why: Unproven): ReceiptView | 'pending' {
  return why === 'pending' ? why : { state: 'absent', reason: why }
}

async function movementReceipt(source: Source, entry: ProvenMovement): Promise<ReceiptView | 'pending'> {
  const leaf = await readBatchLeaf(source.pool, entry.batch)
  if (leaf === null) return 'pending'
  const events = await proveBatches(source, [leaf])
  if (typeof events === 'string') return unproven(events)
  const [shard] = events
  if (shard === undefined) return 'pending'
  const isItem = ({ accountId, version }: BatchItem) => accountId === entry.accountId && version === entry.version
  const { part } = await loggedPart(source, { batch: entry.batch, leaf, isItem })
  return { state: 'ready', receipt: buildReceipt({ kind: 'movement', moved: part, events: [shard] }) }
}

/** The item of a batch with its place in the log. Throws where the items are no longer those that were sealed. */
async function loggedPart(
  { seal }: Source,
  {
    batch,
    leaf: { leaf, entry },
    isItem,
  }: { readonly batch: StoredBatch; readonly leaf: BatchLeaf; readonly isItem: (item: BatchItem) => boolean },
): Promise<{ readonly part: LoggedPart; readonly sealed: SealedBatch }> {
  const { items, sealed } = await seal(batch)
  if (!equalBytes(sealed.itemsRoot, batchEvent.decode(entry).itemsRoot))
    throw new Error(`the items of batch ${batch.stripe}/${batch.seq} are not those that the log has sealed`)
  return { part: { ...sealed.part(items.findIndex(isItem)), batch: entry, leaf }, sealed }
}

/** Proves the entries of batches, each shard of them once, in the order given. */
async function proveBatches(source: Source, leaves: readonly BatchLeaf[]): Promise<ShardProof[] | NoCheckpoint> {
  const guards = await readGuards(source.pool, 'events')
  const proofs: ShardProof[] = []
  for (const [shard, own] of Map.groupBy(leaves, (each) => each.shard)) {
    const guard = guards.find((each) => each.shard === shard)
    if (guard === undefined) return 'pending'
    const sorted = own.toSorted((a, b) => a.leaf - b.leaf)
    const proof = await proveLeaves(source, 'events', {
      guard,
      ranges: joined(sorted.map(({ leaf }) => leaf)),
      leaves: sorted.map(({ leaf, entry }) => ({ index: leaf, hash: leafHash(entry) })),
    })
    if (typeof proof === 'string') return proof
    proofs.push(proof)
  }
  return proofs
}

/** Ranges of ascending leaves that do not touch. */
function joined(leaves: readonly number[]): { readonly start: number; readonly end: number }[] {
  const ranges: { readonly start: number; readonly end: number }[] = []
  for (const leaf of leaves) {
    const last = ranges.at(-1)
    if (last?.end === leaf) ranges.splice(-1, 1, { start: last.start, end: leaf + 1 })
    else ranges.push({ start: leaf, end: leaf + 1 })
  }
  return ranges
}
