import { amount } from '@candor/money'
import type { Amount } from '@candor/money'
import { averagePrices, feeOf, profitOf, settleAmounts } from '@candor/formulas'
import { batchEvent, frameEntry, frameRecord, itemLeafHash, placedItem, settledItem } from '../encoding/index.ts'
import type { BatchEvent, FrameRecord, PlacedItem, SettledItem } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { acceptanceOrigin, buildReceipt, planLeafSet, rootOfLeafSet } from '../receipt/index.ts'
import type { ContractParts, FramePart, LoggedPart, ProvenLeaf, ShardProof, Trusted } from '../receipt/index.ts'
import { rootOfInclusion } from '../tree.ts'
import { planInclusion } from '../tree-plan.ts'
import type { TreePlan } from '../tree-plan.ts'
import type { Random } from './random.ts'
import { signedAcceptance, signedCheckpoint, syntheticVkey } from './synthetic-keys.ts'
import { slotEnd } from './synthetic-market.ts'

/** How large everything is that a receipt is part of. */
export interface Scale {
  readonly host: string
  readonly witnesses: readonly string[]
  readonly durationSlots: number
  readonly exitWindowSlots: number
  /** Leaves of the log of ticks, and the leaf of the entry slot. */
  readonly ticksSize: number
  readonly entryLeaf: number
  /** Leaves of the log of events, and those of both batches. */
  readonly eventsSize: number
  readonly placedLeaf: number
  readonly settledLeaf: number
  readonly instrumentCount: number
  /** Items of each batch. */
  readonly itemCount: number
}

const firstSlot = 123_000_000

/**
 * A sound receipt in logs of any size: the hashes of everything else are random, and the roots follow from them. So no
 * log is built.
 */
export async function receiptAtScale(
  scale: Scale,
  random: Random,
): Promise<{ readonly text: string; readonly trusted: Trusted }> {
  const { host, witnesses } = scale
  const origins = { ticks: `${host}/ticks/2026h2`, events: `${host}/events/2026h2` }
  const [order, frames] = orderAndFrames(scale, random)
  const settlement = settledByFrames(order, frames)
  const placing = sealed(scale, placedItem.encode(order), { seq: 884_213, atMs: order.acceptedMs }, random)
  const settling = sealed(scale, settledItem.encode(settlement), { seq: 884_290, atMs: settlement.settledMs }, random)
  const { stripe, seq, atMs, itemCount, itemsRoot } = placing.batch
  const acceptance = { host, stripe, seq, acceptedMs: atMs, itemCount, itemsRoot, promiseMs: atMs + 10_000 }
  const placed = { ...placing.part, batch: batchEvent.encode(placing.batch), leaf: scale.placedLeaf }
  const settled = {
    ...settling.part,
    batch: batchEvent.encode({ ...settling.batch, kind: 'contract-settled' }),
    leaf: scale.settledLeaf,
  }
  const shard = (name: 'ticks' | 'events', size: number, leaves: readonly ProvenLeaf[]) =>
    shardOf({ origin: origins[name], size, leaves, witnesses }, random)
  const parts: ContractParts = {
    kind: 'contract',
    acceptance: await signedAcceptance(acceptance),
    placed,
    settled,
    events: [await shard('events', scale.eventsSize, [leafOf(placed), leafOf(settled)])],
    ticks: [{ ...(await shard('ticks', scale.ticksSize, frames.map(frameLeaf))), firstSlot }],
    frames,
  }
  const trusted = {
    ticks: [await syntheticVkey(origins.ticks)],
    events: [await syntheticVkey(origins.events)],
    acceptance: [await syntheticVkey(acceptanceOrigin(host))],
  }
  return { text: buildReceipt(parts), trusted }
}

/** What an order has by the terms that all have here: a fee of 1 % and a payout of 82.5 %. */
export function usualTerms(stake: Amount) {
  return {
    termsId: 1_042n,
    asset: stake.asset,
    stake: stake.units,
    fee: feeOf(stake, 100).units,
    profit: profitOf(stake, 8_250).units,
    entryWindowSlots: 10,
    priceDecimals: 6,
    tieRule: 'stake-and-fee-returned',
  } as const
}

function orderAndFrames(scale: Scale, random: Random): [PlacedItem, FramePart[]] {
  const { durationSlots, exitWindowSlots, instrumentCount } = scale
  const entrySlot = firstSlot + scale.entryLeaf
  const stake = amount('USDT', 25_000_000n)
  const exitSlot = entrySlot + durationSlots
  const order: PlacedItem = {
    orderId: 1_790_000_000_275_064n,
    instrumentId: 1 + random.below(instrumentCount),
    symbol: 'EURUSD',
    direction: 'up',
    acceptedMs: slotEnd(entrySlot - 2),
    entrySlot,
    exitSlot,
    exitWindowSlots,
    ...usualTerms(stake),
  }
  const borders = [entrySlot - 1, entrySlot + 9, exitSlot - exitWindowSlots, exitSlot]
  const frames = borders.map((slot) => {
    const record: FrameRecord = {
      instrumentId: order.instrumentId,
      price: 1_107_384n,
      ageMs: random.below(1_000),
      state: 'open',
      sourceKind: 2,
      epoch: 7,
      priceSum: BigInt(slot) * 1_107_384n + BigInt(slot - entrySlot) ** 2n,
      openCount: slot,
      sources: 6,
    }
    return frameWith(slot, record, { instrumentCount }, random)
  })
  return [order, frames]
}

function frameWith(
  slot: number,
  value: FrameRecord,
  { instrumentCount }: Pick<Scale, 'instrumentCount'>,
  random: Random,
): FramePart {
  const record = frameRecord.encode(value)
  const index = value.instrumentId - 1
  const path = carryOutAtRandom(planInclusion({ index, size: instrumentCount }), random)
  const recordsRoot = rootOfInclusion({ index, size: instrumentCount, leafHash: leafHash(record), proof: path })
  const entry = { slot, publishedMs: slotEnd(slot) + 5, instrumentCount, recordsRoot, ticksDigest: random.bytes() }
  return { entry: frameEntry.encode(entry), record, path }
}

/** The settlement that the sums of the four deciding frames lead to. */
export function settledByFrames(order: PlacedItem, frames: readonly FramePart[]): SettledItem {
  const sums = frames.map(({ record }) => {
    const { priceSum, openCount, epoch } = frameRecord.decode(record)
    return { priceSum, openCount: BigInt(openCount), epoch }
  })
  const [first = null, second = null, third = null, fourth = null] = sums
  const prices = averagePrices(order, { before: first, end: second }, { before: third, end: fourth })
  const of = (units: bigint) => amount(order.asset, units)
  const amounts = { stake: of(order.stake), fee: of(order.fee), profit: of(order.profit) }
  const { result, reason, net } = settleAmounts(amounts, order.direction, prices)
  return {
    orderId: order.orderId,
    result,
    voidReason: reason ?? 'none',
    entryPrice: prices.entry ?? 0n,
    exitPrice: prices.exit ?? 0n,
    scale: prices.scale,
    settledSlot: order.exitSlot,
    net: net.units,
    settledMs: slotEnd(order.exitSlot) + 60,
  }
}

function sealed(
  { itemCount }: Scale,
  item: Uint8Array,
  at: Pick<BatchEvent, 'seq' | 'atMs'>,
  random: Random,
): { readonly part: Omit<LoggedPart, 'batch' | 'leaf'>; readonly batch: BatchEvent } {
  const index = random.below(itemCount)
  const salt = random.bytes()
  const path = carryOutAtRandom(planInclusion({ index, size: itemCount }), random)
  const itemsRoot = rootOfInclusion({ index, size: itemCount, leafHash: itemLeafHash(salt, item), proof: path })
  const counts = { entryCount: itemCount + 1, itemCount }
  const batch = { stripe: 5, ...at, kind: 'contract-placed', ...counts, itemsRoot, batchHash: random.bytes() }
  return { part: { salt, item, index, path }, batch }
}

async function shardOf({ origin, size, leaves, witnesses }: ShardScale, random: Random): Promise<ShardProof> {
  const ranges = leaves.map(({ index }) => ({ start: index, end: index + 1 }))
  const proof = carryOutAtRandom(planLeafSet({ size, ranges }), random)
  const root = rootOfLeafSet({ size, leaves, proof })
  return { checkpoint: await signedCheckpoint({ origin, size, root }, witnesses), proof }
}

interface ShardScale {
  readonly origin: string
  readonly size: number
  readonly leaves: readonly ProvenLeaf[]
  readonly witnesses: readonly string[]
}

function leafOf({ batch, leaf }: LoggedPart): ProvenLeaf {
  return { index: leaf, hash: leafHash(batch) }
}

function frameLeaf({ entry }: FramePart): ProvenLeaf {
  return { index: frameEntry.decode(entry).slot - firstSlot, hash: leafHash(entry) }
}

function carryOutAtRandom<Result>(plan: TreePlan<Result>, random: Random): Result {
  return plan.make(plan.nodes.map(() => random.bytes()))
}
