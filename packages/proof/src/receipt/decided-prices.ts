import { averagePrices, entryWindow, exitWaitSlots, exitWindow, hasAverages, singlePrices } from '@candor/formulas'
import type { ContractPrices, FramePoint, RunningSums, WindowSlots, WindowSums } from '@candor/formulas'
import type { FrameRecord, PlacedItem } from '../encoding/index.ts'
import type { ReceiptFrame } from './receipt.ts'

/**
 * The prices of an order by the frames of its receipt, and the slot that decided the exit price; null where none did.
 */
export interface DecidedPrices extends ContractPrices {
  readonly settledSlot: number | null
}

/** Applies the rule of the order's windows. The frames are those that decide, ascending. */
export function decidedPrices(order: PlacedItem, frames: readonly ReceiptFrame[]): DecidedPrices {
  const points = frames.map(({ entry, record }) => ({ slot: entry.value.slot, record: record.value }))
  const prices = hasAverages(order) ? byAverages(order, points) : bySingleFrames(order, points)
  if (prices.entry === null || prices.exit === null) return { ...prices, exit: null, settledSlot: null }
  return prices
}

/** The running sums of a record. */
export function runningSums({ priceSum, openCount, epoch }: FrameRecord): RunningSums {
  return { priceSum, openCount: BigInt(openCount), epoch }
}

interface Point {
  readonly slot: number
  readonly record: FrameRecord
}

function byAverages(order: PlacedItem, points: readonly Point[]): DecidedPrices {
  const sums = (window: WindowSlots) => windowSums(points, window)
  return {
    ...averagePrices(order, sums(entryWindow(order)), sums(exitWindow(order))),
    settledSlot: order.exitSlot,
  }
}

function windowSums(points: readonly Point[], { from, to }: WindowSlots): WindowSums {
  return {
    before: sumsAt(points.findLast(({ slot }) => slot < from)),
    end: sumsAt(points.findLast(({ slot }) => slot <= to)),
  }
}

function sumsAt(point: Point | undefined): RunningSums | null {
  return point === undefined ? null : runningSums(point.record)
}

function bySingleFrames({ entrySlot, exitSlot }: PlacedItem, points: readonly Point[]): DecidedPrices {
  const entry = points.find(({ slot }) => slot === entrySlot)
  const exit = points.find(
    ({ slot, record }) => slot >= exitSlot && slot <= exitSlot + exitWaitSlots && record.state === 'open',
  )
  return { ...singlePrices(framePoint(entry), framePoint(exit)), settledSlot: exit?.slot ?? null }
}

function framePoint(point: Point | undefined): FramePoint | null {
  if (point === undefined) return null
  const { price, state, epoch } = point.record
  return { slot: point.slot, ticks: price, state, epoch }
}
