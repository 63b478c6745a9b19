import { contractPrices, feeOf, profitOf, settleAmounts } from '@candor/formulas'
import type { ContractTiming, Direction } from '@candor/formulas'
import { amount } from '@candor/money'
import {
  batchEvent,
  frameRecord,
  itemLeafHash,
  itemSalt,
  movementItem,
  placedItem,
  settledItem,
} from '../encoding/index.ts'
import type { BatchEvent, MovementItem, PlacedItem, SettledItem, TermsEvent } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { acceptanceOrigin, decidingSlots, leafRanges, provenSlots } from '../receipt/index.ts'
import type { Acceptance, ContractParts, FramePart, MovementParts, SealedPart, Trusted } from '../receipt/index.ts'
import { MemoryTree } from './memory-tree.ts'
import type { Random } from './random.ts'
import { signedAcceptance, syntheticCheckpoint, syntheticVkey } from './synthetic-keys.ts'
import { pointsOf, slotEnd } from './synthetic-market.ts'
import type { SyntheticFrame, SyntheticMarket } from './synthetic-market.ts'

export interface SyntheticOrder extends ContractTiming {
  readonly instrumentId: number
  readonly direction: Direction
  readonly stake: bigint
}

/** Where a house may lie: each takes what is true and returns what is sealed, logged and signed in its place. */
export interface Lies {
  readonly placed?: (item: PlacedItem) => PlacedItem
  readonly settled?: (item: SettledItem) => SettledItem
  readonly acceptance?: (acceptance: Acceptance) => Acceptance
  readonly placedBatch?: (batch: BatchEvent) => BatchEvent
  readonly settledBatch?: (batch: BatchEvent) => BatchEvent
}

export interface ReceiptOptions {
  readonly host?: string
  readonly witnesses?: readonly string[]
  readonly lies?: Lies
  /** Whether the settlement is in another shard of the log of events than the placing. */
  readonly isSplit?: boolean
}

const defaultHost = 'candor.example'
const terms: TermsEvent = {
  termsId: 77n,
  instrumentId: 1,
  symbol: 'S1',
  durationSlots: 60,
  version: 1,
  offered: true,
  stakeMin: 1_000_000n,
  stakeMax: 1_000_000_000n,
  feeBps: 100,
  payoutBps: 8_250,
  maxOpenPayout: 1_000_000_000n,
  entryWindowSlots: 10,
  exitWindowSlots: 10,
}

/** The terms that an order was placed by. */
export function syntheticTerms(order: SyntheticOrder): TermsEvent {
  const { instrumentId, entrySlot, exitSlot, entryWindowSlots, exitWindowSlots } = order
  const windows = { entryWindowSlots, exitWindowSlots }
  return { ...terms, instrumentId, symbol: `S${instrumentId}`, durationSlots: exitSlot - entrySlot, ...windows }
}

/** The order as its acceptance has it. */
export function syntheticPlaced(order: SyntheticOrder, random: Random): PlacedItem {
  const stake = amount('USDT', order.stake)
  return {
    orderId: BigInt(1_790_000_000_000_000 + random.below(1_000_000)),
    instrumentId: order.instrumentId,
    symbol: `S${order.instrumentId}`,
    termsId: terms.termsId,
    direction: order.direction,
    asset: 'USDT',
    stake: order.stake,
    fee: feeOf(stake, terms.feeBps).units,
    profit: profitOf(stake, terms.payoutBps).units,
    acceptedMs: slotEnd(order.entrySlot - 2) + random.below(400),
    entrySlot: order.entrySlot,
    exitSlot: order.exitSlot,
    entryWindowSlots: order.entryWindowSlots,
    exitWindowSlots: order.exitWindowSlots,
    priceDecimals: 5,
    tieRule: 'stake-and-fee-returned',
  }
}

/** The order as it is settled, by the frames themselves and not by their running sums. */
export function syntheticSettled(market: SyntheticMarket, order: PlacedItem): SettledItem {
  const points = pointsOf(market, order.instrumentId, order.entrySlot - 400, order.exitSlot + 20)
  const { entry, exit, isOneEpoch, scale } = contractPrices(order, points)
  const of = (units: bigint) => amount(order.asset, units)
  const amounts = { stake: of(order.stake), fee: of(order.fee), profit: of(order.profit) }
  const { result, reason, net } = settleAmounts(amounts, order.direction, { entry, exit, isOneEpoch })
  const hasExit = entry !== null && exit !== null
  const open = points.find(({ slot, state }) => slot >= order.exitSlot && state === 'open')
  const exitSlot = scale === 1 ? order.exitSlot : (open?.slot ?? 0)
  return {
    orderId: order.orderId,
    result,
    voidReason: reason ?? 'none',
    entryPrice: entry ?? 0n,
    exitPrice: hasExit ? exit : 0n,
    scale,
    settledSlot: hasExit ? exitSlot : 0,
    net: net.units,
    settledMs: slotEnd(order.exitSlot + 20) + 12,
  }
}

/** Places and settles an order in logs of its own for events, and returns the parts of its receipt. */
export async function syntheticParts(
  market: SyntheticMarket,
  order: SyntheticOrder,
  random: Random,
  { host = defaultHost, witnesses = [], lies = {}, isSplit = false }: ReceiptOptions = {},
): Promise<ContractParts> {
  const item = syntheticPlaced(order, random)
  const placed = sealItem(placedItem.encode(lies.placed?.(item) ?? item), placedItem.type, item.orderId, random)
  const settlement = syntheticSettled(market, item)
  const settledBytes = settledItem.encode(lies.settled?.(settlement) ?? settlement)
  const settled = sealItem(settledBytes, settledItem.type, item.orderId, random)
  const placing: BatchEvent = {
    ...batchOf(placed, random),
    seq: 1000 + random.below(100),
    atMs: item.acceptedMs,
    kind: 'contract-placed',
  }
  const settling: BatchEvent = {
    ...batchOf(settled, random),
    seq: placing.seq + 1 + random.below(100),
    atMs: settlement.settledMs,
    kind: 'contract-settled',
  }
  const { stripe, seq, atMs, itemCount, itemsRoot } = placing
  const acceptance: Acceptance = { host, stripe, seq, acceptedMs: atMs, itemCount, itemsRoot, promiseMs: atMs + 10_000 }
  const entries = [
    batchEvent.encode(lies.placedBatch?.(placing) ?? placing),
    batchEvent.encode(lies.settledBatch?.(settling) ?? settling),
  ] as const
  const { events, leaves } = await eventsOf(entries, random, { host, witnesses, isSplit })
  return {
    kind: 'contract',
    acceptance: await signedAcceptance(lies.acceptance?.(acceptance) ?? acceptance),
    placed: { ...placed.part, batch: entries[0], leaf: leaves[0] },
    settled: { ...settled.part, batch: entries[1], leaf: leaves[1] },
    events,
    ...(await ticksOf(market, order, { host, witnesses })),
  }
}

/** Books a movement in a log of its own for events, and returns the parts of its receipt. */
export async function syntheticMovementParts(
  item: MovementItem,
  random: Random,
  { host = defaultHost, batch }: { readonly host?: string; readonly batch?: (batch: BatchEvent) => BatchEvent } = {},
): Promise<MovementParts> {
  const sealed = sealItem(movementItem.encode(item), movementItem.type, item.ref, random)
  const booked: BatchEvent = { ...batchOf(sealed, random), seq: 900, atMs: item.atMs, kind: item.kind }
  const entry = batchEvent.encode(batch?.(booked) ?? booked)
  const tree = new MemoryTree([random.bytes(), random.bytes(), leafHash(entry), random.bytes()])
  const checkpoint = await syntheticCheckpoint({ origin: `${host}/events/2026h1`, tree })
  const events = [{ checkpoint, proof: tree.leafSet([{ start: 2, end: 3 }]) }] as const
  return { kind: 'movement', moved: { ...sealed.part, batch: entry, leaf: 2 }, events }
}

/** What a verifier of synthetic receipts trusts. */
export async function syntheticTrust(market: SyntheticMarket, host = defaultHost): Promise<Trusted> {
  const shards = ['2026h1', '2026h2']
  return {
    ticks: await Promise.all(market.shards.map(({ shard }) => syntheticVkey(`${host}/ticks/${shard}`))),
    events: await Promise.all(shards.map((shard) => syntheticVkey(`${host}/events/${shard}`))),
    acceptance: [await syntheticVkey(acceptanceOrigin(host))],
  }
}

/** The frames that decide an order, ascending. */
export function decidingFrames(market: SyntheticMarket, order: SyntheticOrder): SyntheticFrame[] {
  const deciding = decidingSlots(order)
  const stored = [...market.frames.values()]
  if (deciding.rule === 'averages') {
    const newest = deciding.borders.map((border) => stored.findLast(({ slot }) => slot <= border))
    return [...new Set(newest.filter((frame) => frame !== undefined))]
  }
  const isOpen = (frame: SyntheticFrame) => frame.records[order.instrumentId - 1]?.state === 'open'
  const entry = market.frames.get(deciding.entrySlot)
  if (entry === undefined || !isOpen(entry)) return entry === undefined ? [] : [entry]
  const wait = stored.filter(({ slot }) => slot >= deciding.exit.from && slot <= deciding.exit.to)
  const open = wait.findIndex(isOpen)
  return [entry, ...(open < 0 ? wait : wait.slice(0, open + 1))]
}

interface Sealed {
  readonly part: SealedPart
  readonly tree: MemoryTree
}

/** Seals an item among others, of which only the hashes are known. */
function sealItem(item: Uint8Array, type: number, id: bigint, random: Random): Sealed {
  const salt = itemSalt({ customerSecret: random.bytes(), type, id, version: 0 })
  const count = 1 + random.below(12)
  const index = random.below(count)
  const leaves = Array.from({ length: count }, (_, at) => (at === index ? itemLeafHash(salt, item) : random.bytes()))
  const tree = new MemoryTree(leaves)
  return { part: { salt, item, index, path: tree.inclusion(index) }, tree }
}

function batchOf({ tree }: Sealed, random: Random): Omit<BatchEvent, 'seq' | 'atMs' | 'kind'> {
  const [itemCount, itemsRoot] = [tree.size, tree.root()]
  return { stripe: 5, entryCount: itemCount + 1, itemCount, itemsRoot, batchHash: random.bytes() }
}

async function eventsOf(
  entries: readonly [Uint8Array, Uint8Array],
  random: Random,
  {
    host,
    witnesses,
    isSplit,
  }: { readonly host: string; readonly witnesses: readonly string[]; readonly isSplit: boolean },
): Promise<Pick<ContractParts, 'events'> & { readonly leaves: readonly [number, number] }> {
  const trees = [new MemoryTree(), new MemoryTree()] as const
  const second = isSplit ? trees[1] : trees[0]
  const fill = (tree: MemoryTree) => {
    for (let rest = random.below(30); rest > 0; rest -= 1) tree.append(random.bytes())
  }
  fill(trees[0])
  const placed = trees[0].append(leafHash(entries[0]))
  fill(trees[0])
  if (isSplit) fill(second)
  const settled = second.append(leafHash(entries[1]))
  fill(second)
  const range = (leaf: number) => ({ start: leaf, end: leaf + 1 })
  const ranges = settled === placed + 1 ? [{ start: placed, end: settled + 1 }] : [range(placed), range(settled)]
  const checkpoint = (tree: MemoryTree, at: number) =>
    syntheticCheckpoint({ origin: `${host}/events/2026h${at + 1}`, tree }, witnesses)
  const events = isSplit
    ? [
        { checkpoint: await checkpoint(trees[0], 0), proof: trees[0].leafSet([range(placed)]) },
        { checkpoint: await checkpoint(trees[1], 1), proof: trees[1].leafSet([range(settled)]) },
      ]
    : [{ checkpoint: await checkpoint(trees[0], 0), proof: trees[0].leafSet(ranges) }]
  return { events, leaves: [placed, settled] }
}

async function ticksOf(
  market: SyntheticMarket,
  order: SyntheticOrder,
  { host, witnesses }: { readonly host: string; readonly witnesses: readonly string[] },
): Promise<Pick<ContractParts, 'ticks' | 'frames'>> {
  const found = decidingFrames(market, order)
  const states = found.map(({ slot, records }) => ({
    slot,
    isOpen: records[order.instrumentId - 1]?.state === 'open',
  }))
  const slots = provenSlots(order, states)
  const used = market.shards.filter(({ firstSlot }, at) => {
    const next = market.shards[at + 1]?.firstSlot ?? Infinity
    return slots.some(({ from, to }) => from < next && to >= firstSlot)
  })
  const ranges = leafRanges(used, slots)
  const ticks = await Promise.all(
    used.map(async ({ shard, firstSlot, tree }, at) => ({
      checkpoint: await syntheticCheckpoint({ origin: `${host}/ticks/${shard}`, tree }, witnesses),
      firstSlot,
      proof: tree.leafSet(ranges[at] ?? []),
    })),
  )
  return { ticks, frames: found.map((frame) => framePart(frame, order.instrumentId)) }
}

function framePart({ entry, recordTree, records }: SyntheticFrame, instrumentId: number): FramePart {
  const record = records[instrumentId - 1]
  if (record === undefined) throw new Error('the frame has no such instrument')
  return { entry, record: frameRecord.encode(record), path: recordTree.inclusion(instrumentId - 1) }
}
