import { amount } from '@candor/money'
import { batchEvent, frameEntry, frameRecord, itemLeafHash, placedItem, settledItem } from '../encoding/index.ts'
import type { FrameRecord, PlacedItem } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { acceptanceOrigin, buildReceipt } from '../receipt/index.ts'
import type { FramePart, LoggedPart, ShardProof } from '../receipt/index.ts'
import { MemoryTree } from './memory-tree.ts'
import type { Random } from './random.ts'
import { settledByFrames, usualTerms } from './receipt-at-scale.ts'
import { signedAcceptance, signedCheckpoint, syntheticVkey } from './synthetic-keys.ts'
import { slotEnd } from './synthetic-market.ts'
import { SparseTree } from './sparse-tree.ts'

/** A run of orders of 60 seconds: one batch of them in each slot, late in a half-year of logs. */
export interface RunScale {
  readonly orders: number
  readonly batchOrders: number
}

/** The receipts of a run in the order of their batches, and the file of keys that a customer trusts. */
export interface ReceiptsOfRun {
  readonly texts: readonly string[]
  readonly trusted: string
}

const host = 'trade.candor.example'
const origins = { ticks: `${host}/ticks/2026h2`, events: `${host}/events/2026h2` }
const witnesses = ['witness-one.example/w1', 'witness-two.example/w2']
const instrumentCount = 110
const firstSlot = 123_000_000
/** The run begins at this leaf of the log of ticks, and at this one of events, of which there are four in a slot. */
const begin = { ticks: 20_000_000, events: 4_000_000 }
const eventsInSlot = 4
const durationSlots = 120
/** One checkpoint a minute of each log is kept with its cosignatures; receipts are made on the first that suffices. */
const checkpointSlots = 120

/**
 * Receipts as the server makes them of one run: orders of one batch share its acceptance, orders settled in one minute
 * the checkpoints of both logs. Frames and batches are whole; of the logs, only the leaves of the run are known.
 */
export async function receiptsOfRun({ orders, batchOrders }: RunScale, random: Random): Promise<ReceiptsOfRun> {
  const market = new RunMarket()
  const batches: RunBatch[] = []
  for (let placed = 0; placed < orders; placed += batchOrders) {
    const count = Math.min(batchOrders, orders - placed)
    batches.push(await runBatch({ at: batches.length, count }, market, random))
  }
  const events = new Map(batches.flatMap(({ placing, settling }) => [placing, settling]).map(leafOf))
  const logs = {
    ticks: new SparseTree(origins.ticks, market.leaves()),
    events: new SparseTree(origins.events, events),
  }
  const checkpoints = new Map<string, Promise<string>>()
  const checkpointAt = (log: 'ticks' | 'events', size: number) => {
    const name = `${log} ${size}`
    const known =
      checkpoints.get(name) ?? signedCheckpoint({ origin: origins[log], size, root: logs[log].root(size) }, witnesses)
    checkpoints.set(name, known)
    return known
  }
  const texts: string[] = []
  for (const batch of batches) {
    const minute = checkpointSlots * Math.ceil((batch.at + durationSlots + 4) / checkpointSlots)
    const shard = async (log: 'ticks' | 'events', slots: number, leaves: readonly number[]): Promise<ShardProof> => {
      const size = begin[log] + slots
      const proof = logs[log].leafSet(leaves.map(rangeOf), size)
      return { checkpoint: await checkpointAt(log, size), proof }
    }
    const both = [batch.placing.leaf, batch.settling.leaf]
    const inEvents = await shard('events', eventsInSlot * minute, both)
    const inTicks = await shard(
      'ticks',
      minute,
      batch.slots.map((slot) => slot - firstSlot),
    )
    for (const { order, placed, settled } of batch.orders)
      texts.push(
        buildReceipt({
          kind: 'contract',
          acceptance: batch.acceptance,
          placed,
          settled,
          events: [inEvents],
          ticks: [{ ...inTicks, firstSlot }],
          frames: batch.slots.map((slot) => market.frame(slot, order.instrumentId)),
        }),
      )
  }
  return { texts, trusted: await trustedFile() }
}

interface RunBatch {
  readonly at: number
  readonly acceptance: string
  readonly placing: Logged
  readonly settling: Logged
  readonly slots: readonly number[]
  readonly orders: readonly { readonly order: PlacedItem; readonly placed: LoggedPart; readonly settled: LoggedPart }[]
}

interface Logged {
  readonly batch: Uint8Array
  readonly leaf: number
}

/** The batch of one slot: all of its orders enter two slots later, and are settled together. */
async function runBatch(
  { at, count }: { readonly at: number; readonly count: number },
  market: RunMarket,
  random: Random,
): Promise<RunBatch> {
  const entrySlot = firstSlot + begin.ticks + at + 2
  const exitSlot = entrySlot + durationSlots
  const slots = [entrySlot - 1, entrySlot + 9, exitSlot - 10, exitSlot]
  const orders = Array.from({ length: count }, (_, of) => orderOf({ at, of, entrySlot, exitSlot }, random))
  const settledMs = runTime(exitSlot) + 60
  const framesOf = ({ instrumentId }: PlacedItem) => slots.map((slot) => market.frame(slot, instrumentId))
  const settlements = orders.map((order) => ({ ...settledByFrames(order, framesOf(order)), settledMs }))
  const acceptedMs = runTime(entrySlot - 2)
  const seal = (items: readonly Uint8Array[]) => {
    const sealed = items.map((item) => ({ item, salt: random.bytes() }))
    return { sealed, tree: new MemoryTree(sealed.map(({ item, salt }) => itemLeafHash(salt, item))) }
  }
  const logged = (tree: MemoryTree, kind: string, { seq, atMs, leaf }: { seq: number; atMs: number; leaf: number }) => {
    const counts = { entryCount: count + 1, itemCount: count, itemsRoot: tree.root() }
    return { batch: batchEvent.encode({ stripe: 5, seq, atMs, kind, ...counts, batchHash: random.bytes() }), leaf }
  }
  const part = ({ sealed, tree }: ReturnType<typeof seal>, of: number, inLog: Logged): LoggedPart => {
    const { item, salt } = sealed[of] ?? { item: new Uint8Array(), salt: new Uint8Array() }
    return { salt, item, index: of, path: tree.inclusion(of), ...inLog }
  }
  const [placed, settled] = [seal(orders.map(placedItem.encode)), seal(settlements.map(settledItem.encode))]
  const leafAt = (slots: number) => begin.events + eventsInSlot * slots
  const seq = 884_000 + 2 * at
  const placing = logged(placed.tree, 'contract-placed', { seq, atMs: acceptedMs, leaf: leafAt(at) })
  const settlingLeaf = leafAt(at + durationSlots + 3) + 1
  const settling = logged(settled.tree, 'contract-settled', {
    seq: seq + 2 * durationSlots + 7,
    atMs: settledMs,
    leaf: settlingLeaf,
  })
  const promise = { host, stripe: 5, seq, acceptedMs, itemCount: count, promiseMs: acceptedMs + 10_000 }
  return {
    at,
    acceptance: await signedAcceptance({ ...promise, itemsRoot: placed.tree.root() }),
    placing,
    settling,
    slots,
    orders: orders.map((order, of) => ({
      order,
      placed: part(placed, of, placing),
      settled: part(settled, of, settling),
    })),
  }
}

function orderOf(
  {
    at,
    of,
    entrySlot,
    exitSlot,
  }: { readonly at: number; readonly of: number; readonly entrySlot: number; readonly exitSlot: number },
  random: Random,
): PlacedItem {
  const stake = amount('USDT', BigInt(5 + random.below(200)) * 1_000_000n)
  const instrumentId = 1 + random.below(instrumentCount)
  return {
    orderId: 1_790_000_000_000_000n + BigInt(at) * 1_000n + BigInt(of),
    instrumentId,
    symbol: `S${instrumentId}`,
    direction: random.chance(0.5) ? 'up' : 'down',
    acceptedMs: runTime(entrySlot - 2),
    entrySlot,
    exitSlot,
    exitWindowSlots: 10,
    ...usualTerms(stake),
  }
}

/** The frames of a run, each with the records of all instruments. */
class RunMarket {
  readonly #frames = new Map<
    number,
    { readonly entry: Uint8Array; readonly records: readonly Uint8Array[]; readonly tree: MemoryTree }
  >()

  frame(slot: number, instrumentId: number): FramePart {
    const { entry, records, tree } = this.#frames.get(slot) ?? this.#build(slot)
    const record = records[instrumentId - 1]
    if (record === undefined) throw new Error('the market has no such instrument')
    return { entry, record, path: tree.inclusion(instrumentId - 1) }
  }

  /** The leaves of all frames so far in the log of ticks. */
  leaves(): Map<number, Uint8Array> {
    return new Map([...this.#frames].map(([slot, { entry }]) => [slot - firstSlot, leafHash(entry)]))
  }

  #build(slot: number) {
    const records = Array.from({ length: instrumentCount }, (_, at) => frameRecord.encode(recordOf(at + 1, slot)))
    const tree = new MemoryTree(records.map(leafHash))
    const root = tree.root()
    const entry = frameEntry.encode({
      slot,
      publishedMs: runTime(slot) + 5,
      instrumentCount,
      recordsRoot: root,
      ticksDigest: root,
    })
    const frame = { entry, records, tree }
    this.#frames.set(slot, frame)
    return frame
  }
}

/** A price that rises for every second instrument and falls for the others, by one unit a slot. */
function recordOf(instrumentId: number, slot: number): FrameRecord {
  const step = BigInt(slot - firstSlot)
  const sign = instrumentId % 2 === 0 ? 1n : -1n
  const level = 1_000_000_000n + BigInt(instrumentId)
  return {
    instrumentId,
    price: level + sign * step,
    ageMs: 100 + (instrumentId % 7),
    state: 'open',
    sourceKind: 2,
    epoch: 7,
    priceSum: level * step + (sign * step * (step + 1n)) / 2n,
    openCount: slot - firstSlot,
    sources: 6,
  }
}

async function trustedFile(): Promise<string> {
  const keys = await Promise.all(witnesses.map((name) => syntheticVkey(name, 'cosignature')))
  const lines = keys.map((key, at) => `witness w${at} ${key}\n`)
  return JSON.stringify({
    ticks: [await syntheticVkey(origins.ticks)],
    events: [await syntheticVkey(origins.events)],
    acceptance: [await syntheticVkey(acceptanceOrigin(host))],
    firstSlots: { [origins.ticks]: firstSlot },
    policy: `${lines.join('')}group both all w0 w1\nquorum both\n`,
  })
}

/** When a slot ends. The run begins with synthetic time, which is past: no receipt is dated after a real clock. */
function runTime(slot: number): number {
  return slotEnd(slot - firstSlot - begin.ticks)
}

function leafOf({ batch, leaf }: Logged): [number, Uint8Array] {
  return [leaf, leafHash(batch)]
}

function rangeOf(index: number) {
  return { start: index, end: index + 1 }
}
