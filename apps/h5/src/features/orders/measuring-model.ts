import type { OrderView } from '@candor/api'
import { entryWindow, exitWindow, meanTenths, slotMs, windowSpans } from '@candor/formulas'
import { formatDecimal, parseDecimal } from '@candor/money'
import { decimalsOf } from '../../shared/i18n/index.ts'

/** The price of one slot as the app received it. */
export interface SlotPrice {
  readonly slot: number
  readonly price: string
  readonly isOpen: boolean
}

/**
 * A half-second of a window: its price came, none came, it is still ahead, or it was over before this screen saw
 * prices.
 */
export interface WindowTick {
  readonly slot: number
  readonly state: 'measured' | 'missing' | 'ahead' | 'unseen'
}

/** A window while it is measured. */
export interface Measuring {
  readonly ticks: readonly WindowTick[]
  /** Null where this screen did not see the whole window so far: then it cannot say. */
  readonly openCount: number | null
  /** The mean of the prices so far, with one decimal more than theirs; null before the first, or without the whole. */
  readonly average: string | null
  /** Time of the window that is over. */
  readonly elapsedMs: number
}

/** The windows as shares of the time that remains in them, as the countdown ring counts it. */
export function windowShares(order: OrderView) {
  const spans = windowSpans(order)
  const shareAt = (timeMs: number) => Math.min(1, Math.max(0, (order.exitAtMs - timeMs) / order.durationMs))
  return spans === null
    ? []
    : [spans.entry, spans.exit].map(({ fromMs, toMs }) => ({ fromShare: shareAt(toMs), toShare: shareAt(fromMs) }))
}

/** The window that is measured. */
export type WindowEnd = 'entry' | 'exit'

const slotsOf = (order: OrderView, end: WindowEnd) => (end === 'entry' ? entryWindow(order) : exitWindow(order))

/** When the first slot of the exit window begins. */
export function exitWindowStartMs(order: OrderView): number {
  return order.exitAtMs - order.exitWindowSlots * slotMs
}

/** Adds the newest price of a slot within a window; anything else changes nothing. */
export function withSlotPrice(
  prices: readonly SlotPrice[],
  next: SlotPrice,
  order: OrderView,
  end: WindowEnd = 'entry',
): readonly SlotPrice[] {
  const { from, to } = slotsOf(order, end)
  if (next.slot < from || next.slot > to || prices.some(({ slot }) => slot === next.slot)) return prices
  return [...prices, next]
}

/** A window of an order from the prices so far. A missing half-second is never filled later. Pure. */
export function measuringAt(
  order: OrderView,
  prices: readonly SlotPrice[],
  { newestSlot, nowMs }: { readonly newestSlot: number | null; readonly nowMs: number },
  end: WindowEnd = 'entry',
): Measuring {
  const { from, to } = slotsOf(order, end)
  const open = prices.filter(({ isOpen }) => isOpen)
  const firstSeen = Math.min(...prices.map(({ slot }) => slot))
  const stateOf = (slot: number): WindowTick['state'] => {
    if (open.some((price) => price.slot === slot)) return 'measured'
    if (slot > (newestSlot ?? -1)) return 'ahead'
    return slot < firstSeen ? 'unseen' : 'missing'
  }
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => ({
    slot: from + index,
    state: stateOf(from + index),
  }))
  const isWhole = ticks.every(({ state }) => state !== 'unseen')
  const startMs = end === 'entry' ? order.entryAtMs - slotMs : exitWindowStartMs(order)
  const lengthMs = (to - from + 1) * slotMs
  return {
    ticks,
    openCount: isWhole ? open.length : null,
    average: isWhole ? averageOf(open) : null,
    elapsedMs: Math.min(lengthMs, Math.max(0, nowMs - startMs)),
  }
}

function averageOf(open: readonly SlotPrice[]): string | null {
  if (open.length === 0) return null
  const decimals = Math.max(...open.map(({ price }) => decimalsOf(price)))
  const sum = open.reduce((total, { price }) => total + (parseDecimal(price, decimals) ?? 0n), 0n)
  return formatDecimal(meanTenths(sum, BigInt(open.length)), decimals + 1)
}
