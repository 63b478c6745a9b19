import { windowAverage } from '@candor/formulas'
import type { FrameRecord } from '../encoding/index.ts'
import { ensure } from '../errors.ts'
import { runningSums } from './decided-prices.ts'

/** The records of one instrument over a window of slots. */
export interface WindowRecords {
  /** In the newest frame before the window. */
  readonly before: FrameRecord
  /** One for each slot of the window, in order, null for a missing slot; at least one. */
  readonly slots: readonly (FrameRecord | null)[]
}

/** What the records of a window add up to. */
export interface WindowTotals {
  /** The sum of the prices of the open frames, and their count. */
  readonly priceSum: bigint
  readonly openCount: number
  readonly missingCount: number
  /** The mean in tenths of the official unit; null where fewer than half of the slots are open. */
  readonly average: bigint | null
}

/**
 * Adds up the records of a window, and verifies that each running sum follows from the one before it. So the difference
 * of the running sums at both ends, which settles orders, is the sum of the prices between. Throws `wrong-data` where
 * one does not follow, an epoch steps back, or a record is of another instrument.
 */
export function windowTotals({ before, slots }: WindowRecords): WindowTotals {
  ensure(slots.length > 0, 'out-of-range', 'The window has no slots.')
  const stored = slots.filter((record) => record !== null)
  for (const [index, record] of stored.entries()) ensureFollows(stored[index - 1] ?? before, record)
  const open = stored.filter(({ state }) => state === 'open')
  const end = stored.at(-1) ?? before
  return {
    priceSum: open.reduce((sum, { price }) => sum + price, 0n),
    openCount: open.length,
    missingCount: slots.length - stored.length,
    average: windowAverage({ before: runningSums(before), end: runningSums(end) }, slots.length),
  }
}

/** Throws `wrong-data` unless a record continues that of the frame before it. */
export function ensureFollows(last: FrameRecord, record: FrameRecord): void {
  ensure(record.instrumentId === last.instrumentId, 'wrong-data', 'A record is of another instrument.')
  const isOpen = record.state === 'open'
  const follows =
    record.priceSum === last.priceSum + (isOpen ? record.price : 0n) &&
    record.openCount === last.openCount + (isOpen ? 1 : 0)
  ensure(follows, 'wrong-data', 'A running sum does not follow from the one before it.')
  ensure(record.epoch >= last.epoch, 'wrong-data', 'The epoch steps back.')
}
