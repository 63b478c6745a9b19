import { feeOf, profitOf, settleAmounts } from '@candor/formulas'
import { amount, formatDecimal } from '@candor/money'
import { pricesOfSettled } from '../encoding/index.ts'
import type { PlacedItem, TermsEvent } from '../encoding/index.ts'
import { ensure, ensureSame } from '../errors.ts'
import type { Difference } from '../errors.ts'
import { leafHash } from '../hash.ts'
import { rootOfInclusion } from '../tree.ts'
import type { Acceptance } from './acceptance.ts'
import { decidedPrices } from './decided-prices.ts'
import type { DecidedPrices } from './decided-prices.ts'
import { provenSlots } from './deciding-slots.ts'
import { leafRanges, tickLeaves } from './proven-leaves.ts'
import type { AcceptanceReceipt, ContractReceipt, ReceiptFrame } from './receipt.ts'
import {
  batchLeaf,
  ensureLogged,
  ensureOfCell,
  ensureSameRoot,
  ensureSealed,
  placedBatch,
  settledKind,
} from './sealed.ts'
import { judgeSignatures, judgeWitnesses, openAcceptance } from './trust.ts'
import type { TrustedKeys } from './trust.ts'
import type { Judge, Judgement } from './verdict.ts'
import { windowEvidence } from './window-evidence.ts'

/** The steps of a contract's receipt after its form. */
export const contractSteps = [
  'acceptance',
  'placed-in-log',
  'frames-in-log',
  'records',
  'averages',
  'result',
  'amounts',
  'settled-in-log',
  'signatures',
  'witnesses',
] as const

/** Verifies everything that decided an order. Throws a ProofError at the first step that fails. */
export async function verifyContract(
  receipt: ContractReceipt,
  trusted: TrustedKeys,
  judge: Judge<(typeof contractSteps)[number]>,
): Promise<void> {
  const acceptance = await judge('acceptance', () => judgeAcceptance(receipt, trusted))
  await judge('placed-in-log', () => judgePlaced(receipt, acceptance, trusted))
  await judge('frames-in-log', () => judgeFrames(receipt, trusted))
  await judge('records', () => judgeRecords(receipt))
  const prices = await judge('averages', () => judgeAverages(receipt))
  await judge('result', () => judgeResult(receipt, prices))
  await judge('amounts', () => judgeAmounts(receipt, prices, trusted))
  await judge('settled-in-log', () => judgeSettled(receipt, acceptance, trusted))
  const shards = await judge('signatures', () => judgeSignatures(receipt, trusted, acceptance.host))
  await judge('witnesses', () => judgeWitnesses(shards, trusted))
}

/** The acceptance is signed, and the order is among its items. */
export async function judgeAcceptance(
  { acceptance: note, placed }: AcceptanceReceipt,
  trusted: TrustedKeys,
): Promise<Judgement<Acceptance>> {
  const acceptance = await openAcceptance(note, trusted)
  ensureSealed(placed, acceptance)
  const { orderId, acceptedMs } = placed.item.value
  ensure(acceptedMs === acceptance.acceptedMs, 'wrong-data', 'The order was not accepted when its batch was.')
  const { stripe, seq, itemCount, promiseMs } = acceptance
  const batch = { stripe: `${stripe}`, seq: `${seq}`, itemCount: `${itemCount}`, promiseMs: `${promiseMs}` }
  return { value: acceptance, evidence: { orderId: `${orderId}`, acceptedMs: `${acceptedMs}`, ...batch } }
}

/** The batch of the acceptance is in the log of events; so is that of the settlement, if the shard is the same. */
function judgePlaced(
  { placed, settled, events }: ContractReceipt,
  acceptance: Acceptance,
  trusted: TrustedKeys,
): Judgement<null> {
  ensureOfCell(placed, trusted)
  const leaf = { index: placed.leaf, hash: leafHash(placedBatch(acceptance, placed)) }
  const [shard, other] = events
  ensure(shard !== undefined, 'malformed', 'The log of events has no shard.')
  ensureLogged(shard, other === undefined ? [leaf, batchLeaf(settled)] : [leaf], trusted)
  return { value: null, evidence: { leaf: `${placed.leaf}` } }
}

/** The leaves of all deciding slots are in the log of ticks, each at its slot less the first slot of the shard. */
function judgeFrames(receipt: ContractReceipt, trusted: TrustedKeys): Judgement<null> {
  const { placed, ticks, frames } = receipt
  const states = frames.map(({ entry, record }) => ({
    slot: entry.value.slot,
    isOpen: record.value.state === 'open',
  }))
  const slots = provenSlots(placed.item.value, states)
  const ranges = leafRanges(ticks, slots)
  for (const [index, shard] of ticks.entries()) {
    const { origin } = trusted.notes.checkpoint(shard.checkpoint)
    const known = trusted.firstSlots?.[origin]
    ensure(known === undefined || known === shard.firstSlot, 'wrong-data', 'The shard does not begin with this slot.')
    ensureLogged(shard, tickLeaves(shard, ranges[index] ?? [], frames), trusted)
  }
  const missing = slots.reduce((sum, { from, to }) => sum + to - from + 1, 0) - frames.length
  return { value: null, evidence: { slots: states.map(({ slot }) => slot).join(' '), missing: `${missing}` } }
}

/** Each record is that of the order's instrument in its frame. */
function judgeRecords({ placed, frames }: ContractReceipt): Judgement<null> {
  const { instrumentId, symbol } = placed.item.value
  for (const frame of frames) ensureRecord(frame, instrumentId)
  return { value: null, evidence: { instrumentId: `${instrumentId}`, symbol } }
}

/** Records are in the order of their instruments, which are numbered from 1. */
function ensureRecord({ entry, record, path }: ReceiptFrame, instrumentId: number): void {
  ensure(record.value.instrumentId === instrumentId, 'wrong-data', 'A record is of another instrument.')
  const { instrumentCount, recordsRoot } = entry.value
  const root = rootOfInclusion({
    index: instrumentId - 1,
    size: instrumentCount,
    leafHash: leafHash(record.bytes),
    proof: path,
  })
  ensureSameRoot(root, recordsRoot, 'A record is not in its frame.')
}

/** The settled prices are those that the frames decide. */
function judgeAverages({ placed, settled, frames }: ContractReceipt): Judgement<DecidedPrices> {
  const prices = decidedPrices(placed.item.value, frames)
  const stated = pricesOfSettled(settled.item.value)
  const { scale, settledSlot } = settled.item.value
  const official = placed.item.value.priceDecimals
  const pair = (one: bigint | null, other: bigint | null): Difference => ({
    stated: priceText(one, official + scale),
    expected: priceText(other, official + prices.scale),
  })
  ensure(scale === prices.scale, 'wrong-data', 'The prices have another number of decimals.')
  const [entry, exit] = [pair(stated.entry, prices.entry), pair(stated.exit, prices.exit)]
  ensureSame(entry, 'wrong-data', 'The entry price is not the one that the frames decide.')
  ensureSame(exit, 'wrong-data', 'The exit price is not the one that the frames decide.')
  const slot = { stated: `${settledSlot}`, expected: `${prices.settledSlot ?? 0}` }
  ensureSame(slot, 'wrong-data', 'Another slot decided the exit price.')
  const decimals = `${official + prices.scale}`
  const slots = frames.map(({ entry, record }) => ({ slot: entry.value.slot, record: record.value }))
  const windows = windowEvidence(placed.item.value, slots)
  return { value: prices, evidence: { entry: `${prices.entry}`, exit: `${prices.exit}`, decimals, ...windows } }
}

function priceText(price: bigint | null, decimals: number): string {
  return price === null ? 'none' : formatDecimal(price, decimals)
}

/** The result is the one of the rule. */
function judgeResult({ placed, settled }: ContractReceipt, prices: DecidedPrices): Judgement<null> {
  const { result, reason } = ruled(placed.item.value, prices)
  const stated = settled.item.value
  const message = `The result by the rule is ${result}.`
  ensureSame({ stated: stated.result, expected: result }, 'wrong-data', message)
  ensureSame({ stated: stated.voidReason, expected: reason ?? 'none' }, 'wrong-data', message)
  return { value: null, evidence: { result, reason: reason ?? 'none' } }
}

/** The net amount is the one of the rule; fee, profit and windows are those of the terms where these are known. */
function judgeAmounts(
  { placed, settled }: ContractReceipt,
  prices: DecidedPrices,
  { terms }: TrustedKeys,
): Judgement<null> {
  const order = placed.item.value
  const net = ruled(order, prices).net.units
  const nets = { stated: `${settled.item.value.net}`, expected: `${net}` }
  ensureSame(nets, 'wrong-data', `The net amount by the rule is ${net} units.`)
  if (terms !== undefined)
    ensureTerms(
      order,
      terms.find(({ termsId }) => termsId === order.termsId),
    )
  const { stake, fee, profit, asset } = order
  return { value: null, evidence: { stake: `${stake}`, fee: `${fee}`, profit: `${profit}`, net: `${net}`, asset } }
}

function ruled({ asset, stake, fee, profit, direction }: PlacedItem, prices: DecidedPrices) {
  const amounts = { stake: amount(asset, stake), fee: amount(asset, fee), profit: amount(asset, profit) }
  return settleAmounts(amounts, direction, prices)
}

function ensureTerms(order: PlacedItem, terms: TermsEvent | undefined): void {
  ensure(terms !== undefined, 'wrong-data', 'The terms of the order are unknown.')
  const stake = amount(order.asset, order.stake)
  const isSame =
    order.instrumentId === terms.instrumentId &&
    order.symbol === terms.symbol &&
    order.exitSlot - order.entrySlot === terms.durationSlots &&
    order.entryWindowSlots === terms.entryWindowSlots &&
    order.exitWindowSlots === terms.exitWindowSlots
  ensure(isSame, 'wrong-data', 'The order has another instrument, duration or window than its terms.')
  const isPriced =
    order.fee === feeOf(stake, terms.feeBps).units && order.profit === profitOf(stake, terms.payoutBps).units
  ensure(isPriced, 'wrong-data', 'The fee or the profit is not the one of the terms.')
}

/** The settlement is of this order, and its batch is in the log of events. */
function judgeSettled(
  { placed, settled, events }: ContractReceipt,
  acceptance: Acceptance,
  trusted: TrustedKeys,
): Judgement<null> {
  const { stripe, seq, atMs, kind } = settled.batch.value
  ensureSealed(settled, settled.batch.value)
  const item = settled.item.value
  ensure(item.orderId === placed.item.value.orderId, 'wrong-data', 'The settlement is of another order.')
  ensure(item.settledMs === atMs, 'wrong-data', 'The order was not settled when its batch was.')
  const isLater = stripe === acceptance.stripe && seq > acceptance.seq && atMs >= acceptance.acceptedMs
  ensure(isLater && kind === settledKind, 'wrong-data', 'The settlement is in no later batch of settlements.')
  ensureOfCell(settled.batch.value, trusted)
  const [, other] = events
  ensureFollows({ placed, settled, isOneShard: other === undefined })
  if (other !== undefined) ensureLogged(other, [batchLeaf(settled)], trusted)
  return { value: null, evidence: { leaf: `${settled.leaf}`, settledMs: `${atMs}` } }
}

/**
 * In the log of one of several cells both batches are of that cell, and the numbers of its entries have no gap: within
 * a shard they are as far apart as the leaves. Only the placing may be from before batches named their cell.
 */
function ensureFollows({
  placed,
  settled,
  isOneShard,
}: Pick<ContractReceipt, 'placed' | 'settled'> & { readonly isOneShard: boolean }): void {
  if (placed.cell === undefined || placed.sequence === undefined) return
  const { cell, sequence } = settled.batch.value
  const cells = { stated: `${cell ?? 'none'}`, expected: `${placed.cell}` }
  ensureSame(cells, 'wrong-data', 'The settlement is in the log of another cell.')
  const distance = (sequence ?? 0) - placed.sequence
  const isWhole = isOneShard ? distance === settled.leaf - placed.leaf : distance > settled.leaf
  ensure(isWhole, 'wrong-data', 'The entries of the cell have a gap between both batches.')
}
