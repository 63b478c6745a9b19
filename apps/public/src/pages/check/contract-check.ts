import { averagePrices, entryWindow, exitWindow, settleAmounts } from '@candor/formulas'
import type { ContractPrices, ContractTiming, Settlement, WindowSlots, WindowSums } from '@candor/formulas'
import { amount } from '@candor/money'
import { ProofError } from '@candor/proof'
import { windowTotals } from '@candor/proof/receipt'
import type { WindowTotals } from '@candor/proof/receipt'
import type { ProvenSlot, SignedShard, TicksLog } from './ticks-log.ts'

/** One averaged window, proven. */
export interface ProvenWindow {
  readonly range: WindowSlots
  /** The newest frame before the window: its running sum is subtracted. */
  readonly before: ProvenSlot
  /** The newest frame at or before the last slot. */
  readonly end: ProvenSlot
  readonly slots: readonly ProvenSlot[]
  /** The slot after the window; null where the log has none yet. */
  readonly after: ProvenSlot | null
  readonly totals: WindowTotals
}

/** The steps of a check, in the order in which they are shown. */
export const stepNames = ['frames', 'averages', 'result', 'signed', 'witnesses'] as const
export type CheckStepName = (typeof stepNames)[number]

/** What a check has found. A part is null where an earlier one failed. */
export interface Found {
  readonly signed: readonly SignedShard[] | null
  readonly windows: { readonly entry: ProvenWindow; readonly exit: ProvenWindow } | null
  /** The hashes from each deciding leaf to the root. */
  readonly joins: readonly number[]
  readonly prices: ContractPrices | null
  readonly result: { readonly up: Settlement; readonly down: Settlement } | null
  /** The step that failed, with the reason in English; null where the check passed. */
  readonly failed: { readonly step: CheckStepName; readonly message: string } | null
}

/**
 * Checks a contract's prices against the published log: signatures, leaves and records, running sums, averages and what
 * the rule makes of them. Throws a CheckFault where nothing can be checked; what does not hold is in `failed`.
 */
export async function checkContract(log: TicksLog, instrumentId: number, timing: ContractTiming): Promise<Found> {
  const slots = [timing.entrySlot - 1, timing.exitSlot]
  const nothing = { windows: null, joins: [], prices: null, result: null }
  const opened = await attempt(() => log.open(slots))
  if (opened.failed) return { ...nothing, signed: null, failed: { step: 'signed', message: opened.message } }
  const framed = await attempt(() => log.withCheckpoints(slots, () => readWindows(log, instrumentId, timing)))
  const { signed } = log
  if (framed.failed) return { ...nothing, signed, failed: { step: 'frames', message: framed.message } }
  const { entry, exit, joins } = framed.value
  const summed = await attempt(() => Promise.resolve({ entry: totalled(entry), exit: totalled(exit) }))
  if (summed.failed) return { ...nothing, joins, signed, failed: { step: 'averages', message: summed.message } }
  const windows = summed.value
  const prices = averagePrices(timing, sumsOf(windows.entry), sumsOf(windows.exit))
  return { signed, windows, joins, prices, result: bothResults(prices), failed: null }
}

type Attempt<Value> =
  | { readonly failed: false; readonly value: Value }
  | { readonly failed: true; readonly message: string }

async function attempt<Value>(run: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { failed: false, value: await run() }
  } catch (error) {
    if (error instanceof ProofError) return { failed: true, message: error.message }
    throw error
  }
}

type ReadWindow = Omit<ProvenWindow, 'totals'>

async function readWindows(log: TicksLog, instrumentId: number, timing: ContractTiming) {
  const entry = await readWindow(log, instrumentId, entryWindow(timing))
  const exit = await readWindow(log, instrumentId, exitWindow(timing))
  const joins: number[] = []
  for (const { slot } of [entry.before, entry.end, exit.before, exit.end]) joins.push(await log.joins(slot))
  return { entry, exit, joins }
}

async function readWindow(log: TicksLog, instrumentId: number, range: WindowSlots): Promise<ReadWindow> {
  const before = await log.newestAt(range.from - 1, instrumentId)
  if (before === null) throw new ProofError('wrong-data', 'The log has no frame before the window.')
  const slots = await log.prove(range.from, range.to, instrumentId)
  const [after = null] = log.has(range.to + 1) ? await log.prove(range.to + 1, range.to + 1, instrumentId) : []
  return { range, before, slots, after, end: slots.findLast(({ record }) => record !== null) ?? before }
}

function totalled(window: ReadWindow): ProvenWindow {
  const before = window.before.record
  if (before === null) throw new ProofError('wrong-data', 'The log has no frame before the window.')
  return { ...window, totals: windowTotals({ before, slots: window.slots.map(({ record }) => record) }) }
}

function sumsOf({ before, end }: ProvenWindow): WindowSums {
  const at = ({ record }: ProvenSlot) =>
    record === null ? null : { priceSum: record.priceSum, openCount: BigInt(record.openCount), epoch: record.epoch }
  return { before: at(before), end: at(end) }
}

/** The outcome for either direction. The amounts do not matter: only an order has some. */
function bothResults(prices: ContractPrices) {
  const none = amount('USD', 0n)
  const amounts = { stake: none, fee: none, profit: none }
  return { up: settleAmounts(amounts, 'up', prices), down: settleAmounts(amounts, 'down', prices) }
}

/** What a check of one price has found. */
export interface FoundPrice {
  readonly signed: readonly SignedShard[] | null
  /** The slot with its neighbours. */
  readonly slots: readonly ProvenSlot[]
  readonly joins: number
  readonly failed: { readonly step: 'signed' | 'frames'; readonly message: string } | null
}

const neighbours = 5

/** Checks the price of one slot, with the slots around it. Throws a CheckFault where nothing can be checked. */
export async function checkPrice(log: TicksLog, instrumentId: number, slot: number): Promise<FoundPrice> {
  const opened = await attempt(() => log.open([slot]))
  if (opened.failed) return { signed: null, slots: [], joins: 0, failed: { step: 'signed', message: opened.message } }
  const found = await attempt(() =>
    log.withCheckpoints([slot], async () => {
      let [from, to] = [slot, slot]
      while (from > slot - neighbours && log.has(from - 1)) from -= 1
      while (to < slot + neighbours && log.has(to + 1)) to += 1
      return { slots: await log.prove(from, to, instrumentId), joins: await log.joins(slot) }
    }),
  )
  const { signed } = log
  if (found.failed) return { signed, slots: [], joins: 0, failed: { step: 'frames', message: found.message } }
  return { signed, ...found.value, failed: null }
}
