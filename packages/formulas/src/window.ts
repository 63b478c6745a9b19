import { divHalfEven } from '@candor/money'
import { slotMs } from './slot.ts'

/**
 * The windows of contract terms, in slots: the entry and the exit price are means over them. Both are 1 under the old
 * rule, by which one frame decides each; otherwise both are longer.
 */
export interface ContractWindows {
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
}

/** The slots that decide a contract. */
export interface ContractTiming extends ContractWindows {
  readonly entrySlot: number
  readonly exitSlot: number
}

/** The windows of a contract as slots, both ends included. */
export interface WindowSlots {
  readonly from: number
  readonly to: number
}

/**
 * One instrument's cell of a stored frame. `epoch` never steps back; it changes where a contract must not span (feed
 * kind, loop seam, roll).
 */
export interface FramePoint {
  readonly slot: number
  readonly ticks: bigint
  readonly state: 'open' | 'stale' | 'closed'
  readonly epoch: number
}

/** The running sums of one instrument in a stored frame: over its open frames since an anchor, this frame included. */
export interface RunningSums {
  readonly priceSum: bigint
  readonly openCount: bigint
  readonly epoch: number
}

/** The sums at both ends of a window: the newest stored frame before it, and the newest at or before its last slot. */
export interface WindowSums {
  readonly before: RunningSums | null
  readonly end: RunningSums | null
}

/**
 * The prices that decide a contract, null where there is none, in units of 10^-(priceDecimals + `scale`): averages have
 * one decimal more than the official price. `isOneEpoch` is false where the contract spans a change of epoch.
 */
export interface ContractPrices {
  readonly entry: bigint | null
  readonly exit: bigint | null
  readonly isOneEpoch: boolean
  readonly scale: 0 | 1
}

/** Whether the windows are averages; single frames decide under the old rule. */
export function hasAverages({ entryWindowSlots, exitWindowSlots }: ContractWindows): boolean {
  return entryWindowSlots > 1 || exitWindowSlots > 1
}

/** The slots whose frames make the entry price: the entry slot and those after it. */
export function entryWindow({ entrySlot, entryWindowSlots }: ContractTiming): WindowSlots {
  return { from: entrySlot, to: entrySlot + entryWindowSlots - 1 }
}

/** The slots whose frames make the exit price: those before the exit slot, and the exit slot. */
export function exitWindow({ exitSlot, exitWindowSlots }: ContractTiming): WindowSlots {
  return { from: exitSlot - exitWindowSlots + 1, to: exitSlot }
}

/** A contract by the ends of its entry slot and its exit slot, unix ms. */
export interface ContractTimes extends ContractWindows {
  readonly entryAtMs: number
  readonly exitAtMs: number
}

/** When the windows begin and end, unix ms; null where single frames decide. */
export function windowSpans(times: ContractTimes) {
  if (!hasAverages(times)) return null
  const { entryAtMs, exitAtMs, exitWindowSlots } = times
  return {
    entry: { fromMs: entryAtMs - slotMs, toMs: entryWindowEndMs(times) },
    exit: { fromMs: exitAtMs - exitWindowSlots * slotMs, toMs: exitAtMs },
  }
}

/** When the last slot of the entry window is over. */
export function entryWindowEndMs({ entryAtMs, entryWindowSlots }: ContractTimes): number {
  return entryAtMs + (entryWindowSlots - 1) * slotMs
}

/**
 * The mean of open frames in tenths of the official unit, rounded half to even. Throws where there is no open frame.
 */
export function meanTenths(priceSum: bigint, openCount: bigint): bigint {
  return divHalfEven(10n * priceSum, openCount)
}
