import type { OrderView } from '@candor/api'
import { settleAmounts } from '@candor/formulas'
import { amount, formatDecimal, formatUnits, parseDecimal, parseUnits } from '@candor/money'
import { equalBytes, nullIfMalformed, parseNote } from '@candor/proof'
import {
  decidedPrices,
  parseAcceptance,
  parseAcceptanceReceipt,
  parseReceipt,
  verifyReceipt,
} from '@candor/proof/receipt'
import type { ContractReceipt, StepName, Trusted, Verdict } from '@candor/proof/receipt'
import { checkNames } from './contract-proof.ts'
import type {
  Check,
  CheckName,
  ContractProof,
  Difference,
  DifferenceName,
  ProvenPrice,
  ReceiptFacts,
  ShownContract,
} from './contract-proof.ts'
import { isOfOtherKeys, signersOf } from './verdict-reading.ts'

/**
 * Verifies a receipt on this device, and compares it with the order as the screen shows it: a receipt may be sound and
 * still be of another order.
 */
export async function judgeContract(receipt: string, shown: ShownContract, trusted: Trusted): Promise<ContractProof> {
  const verdict = await verifyReceipt(receipt, trusted)
  const failed = verdict.steps.find(({ state }) => state === 'failed')
  const parsed = contractOf(receipt)
  const differences = parsed === null ? [] : differencesOf(parsed, shown, verdict)
  const isSound = failed === undefined && parsed !== null && differences.length === 0
  const isShort = failed?.evidence['code'] === 'no-quorum' && differences.length === 0
  return {
    outcome: isSound ? 'passed' : isShort ? 'short-of-witnesses' : isOfOtherKeys(verdict) ? 'unknown-keys' : 'failed',
    checks: checkNames.map((name) => ({ name, state: checkState(name, verdict, differences) })),
    isDamaged: failed?.name === 'format' || parsed === null,
    differences,
    facts: parsed === null ? null : factsOf(parsed, shown.kept),
    signers: await signersOf(receipt, trusted, verdict),
    reason: failed?.evidence['message'] ?? null,
  }
}

/** The receipt of a contract; null for a text that is none. */
function contractOf(receipt: string): ContractReceipt | null {
  const parsed = nullIfMalformed(() => parseReceipt(receipt))
  return parsed?.kind === 'contract' ? parsed : null
}

/** The steps of the verifier that each check needs. */
const stepsOf: Readonly<Record<CheckName, readonly StepName[]>> = {
  order: ['acceptance', 'placed-in-log'],
  entry: ['frames-in-log', 'records', 'averages'],
  exit: ['frames-in-log', 'records', 'averages'],
  rule: ['result', 'amounts'],
  log: ['settled-in-log', 'signatures', 'witnesses'],
}

/** The check that a difference belongs to. */
const checkOf: Readonly<Record<DifferenceName, CheckName>> = {
  id: 'order',
  instrument: 'order',
  direction: 'order',
  stake: 'order',
  fee: 'order',
  profit: 'order',
  slots: 'order',
  accepted: 'order',
  kept: 'order',
  entry: 'entry',
  exit: 'exit',
  result: 'rule',
  net: 'rule',
}

function checkState(name: CheckName, { steps }: Verdict<StepName>, differences: readonly Difference[]): Check['state'] {
  if (differences.some((difference) => checkOf[difference.name] === name)) return 'failed'
  const states = stepsOf[name].map((step) => steps.find((one) => one.name === step)?.state ?? 'not-judged')
  const isOtherPrice = states[2] === 'failed' && differences.some((one) => one.name === 'entry' || one.name === 'exit')
  if (isOtherPrice) return 'passed'
  if (states.includes('failed')) return 'failed'
  return states.includes('not-judged') ? 'not-checked' : 'passed'
}

/** Every figure of the screen that the receipt contradicts. */
function differencesOf(receipt: ContractReceipt, shown: ShownContract, verdict: Verdict<StepName>): Difference[] {
  return [...placedDifferences(receipt, shown), ...settledDifferences(receipt, shown.order, verdict)]
}

function placedDifferences(receipt: ContractReceipt, { order, kept }: ShownContract): Difference[] {
  const placed = receipt.placed.item.value
  const slots = (of: OrderView | typeof placed) =>
    `${of.entrySlot}+${of.entryWindowSlots} ${of.exitSlot}-${of.exitWindowSlots}`
  const texts: readonly (readonly [DifferenceName, shown: string, proven: string])[] = [
    ['id', order.id, `${placed.orderId}`],
    ['instrument', order.symbol, placed.symbol],
    ['direction', order.direction, placed.direction],
    ['slots', slots(order), slots(placed)],
    ['accepted', `${order.acceptedAtMs}`, `${placed.acceptedMs}`],
  ]
  const amounts = [
    ['stake', order.stake, placed.stake],
    ['fee', order.fee, placed.fee],
    ['profit', order.profit, placed.profit],
  ] as const
  const isOtherAsset = order.asset !== placed.asset
  return [
    ...texts
      .filter(([, one, other]) => one !== other)
      .map(([name, one, other]) => ({ name, shown: one, proven: other })),
    ...amounts
      .filter(([, text, units]) => isOtherAsset || parseUnits(text) !== units)
      .map(([name, text, units]) => ({ name, shown: text, proven: formatUnits(units) })),
    ...(kept !== null && !isKeptOrder(receipt, kept) ? [{ name: 'kept' as const, shown: null, proven: null }] : []),
    ...(cameFirst(receipt) ? [] : [{ name: 'accepted' as const, shown: null, proven: `${placed.acceptedMs}` }]),
  ]
}

/** Whether the order was accepted before the first frame of its entry was published. */
function cameFirst({ placed, frames }: ContractReceipt): boolean {
  const { entrySlot, acceptedMs } = placed.item.value
  const first = frames.find(({ entry }) => entry.value.slot >= entrySlot)
  return first === undefined || acceptedMs < first.entry.value.publishedMs
}

/** Whether the receipt has the very order, in the very batch, that the kept acceptance promised. */
function isKeptOrder({ acceptance, placed }: ContractReceipt, kept: string): boolean {
  const promised = nullIfMalformed(() => parseAcceptanceReceipt(kept))
  if (promised === null) return false
  const batchOf = (note: string) => nullIfMalformed(() => parseAcceptance(parseNote(note).text))
  const [one, other] = [batchOf(acceptance), batchOf(promised.acceptance)]
  const isSameBatch =
    one !== null &&
    other !== null &&
    one.stripe === other.stripe &&
    one.seq === other.seq &&
    one.acceptedMs === other.acceptedMs &&
    equalBytes(one.itemsRoot, other.itemsRoot)
  return isSameBatch && equalBytes(placed.item.bytes, promised.placed.item.bytes)
}

function settledDifferences(receipt: ContractReceipt, order: OrderView, verdict: Verdict<StepName>): Difference[] {
  const arePricesLogged = ['frames-in-log', 'records'].every(
    (step) => verdict.steps.find(({ name }) => name === step)?.state === 'passed',
  )
  // Prices that no log has are not held against those of the screen.
  if (!arePricesLogged) return []
  const placed = receipt.placed.item.value
  const prices = decidedPrices(placed, receipt.frames)
  const decimals = placed.priceDecimals + prices.scale
  const price = (name: 'entry' | 'exit', shown: string | null, proven: bigint | null): Difference[] =>
    (shown === null ? null : parseDecimal(shown, decimals)) === proven
      ? []
      : [{ name, shown, proven: proven === null ? null : formatDecimal(proven, decimals) }]
  const { stake, fee, profit, asset, direction } = placed
  const amounts = { stake: amount(asset, stake), fee: amount(asset, fee), profit: amount(asset, profit) }
  const ruled = settleAmounts(amounts, direction, prices)
  const isSameResult = order.result === ruled.result && order.voidReason === ruled.reason
  const isSameNet = order.net !== null && parseUnits(order.net) === ruled.net.units
  return [
    ...price('entry', order.entryPrice, prices.entry),
    ...price('exit', order.exitPrice, prices.exit),
    ...(isSameResult ? [] : [{ name: 'result' as const, shown: order.result, proven: ruled.result }]),
    ...(isSameNet ? [] : [{ name: 'net' as const, shown: order.net, proven: formatUnits(ruled.net.units) }]),
  ]
}

function factsOf(receipt: ContractReceipt, kept: string | null): ReceiptFacts {
  const placed = receipt.placed.item.value
  const { entrySlot, entryWindowSlots, exitSlot, exitWindowSlots, priceDecimals } = placed
  const prices = decidedPrices(placed, receipt.frames)
  const proven = (price: bigint | null, from: number, slots: number): ProvenPrice => ({
    price: price === null ? null : formatDecimal(price, priceDecimals + prices.scale),
    count: openCount(receipt, { from, to: from + slots - 1 }),
  })
  return {
    acceptedMs: placed.acceptedMs,
    isKept: kept !== null && isKeptOrder(receipt, kept),
    entry: proven(prices.entry, entrySlot, entryWindowSlots),
    exit: proven(prices.exit, exitSlot - exitWindowSlots + 1, exitWindowSlots),
  }
}

/** The open frames of a window, from the running counts at both of its borders. */
function openCount({ frames }: ContractReceipt, { from, to }: { readonly from: number; readonly to: number }): number {
  const countAt = (slot: number) =>
    frames.findLast(({ entry }) => entry.value.slot <= slot)?.record.value.openCount ?? null
  const [before, end] = [countAt(from - 1), countAt(to)]
  return before === null || end === null ? 0 : end - before
}
