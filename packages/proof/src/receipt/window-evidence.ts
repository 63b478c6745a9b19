import { entryWindow, exitWindow, hasAverages, windowAverage } from '@candor/formulas'
import type { WindowSlots } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import type { FrameRecord, PlacedItem } from '../encoding/index.ts'
import { runningSums } from './decided-prices.ts'
import type { Evidence } from './verdict.ts'

/** A slot of one instrument: its record, or null where it has no frame. */
export interface WindowSlot {
  readonly slot: number
  readonly record: FrameRecord | null
}

type WindowOrder = Pick<PlacedItem, 'entrySlot' | 'exitSlot' | 'entryWindowSlots' | 'exitWindowSlots' | 'priceDecimals'>

/**
 * Both windows of an order in words, as `/check/` draws them: their slots, each frame with its state and price,
 * beginning with the newest one before the window, and the mean by the running sums at both ends. `slots` ascend. A
 * receipt has the frames that decide, a reader of the log has all of them. Empty under the old rule.
 */
export function windowEvidence(order: WindowOrder, slots: readonly WindowSlot[]): Evidence {
  if (!hasAverages(order)) return {}
  const entry = windowWords(entryWindow(order), slots, order.priceDecimals)
  const exit = windowWords(exitWindow(order), slots, order.priceDecimals)
  return {
    entryWindow: entry.window,
    entryFrames: entry.frames,
    entryMean: entry.mean,
    exitWindow: exit.window,
    exitFrames: exit.frames,
    exitMean: exit.mean,
  }
}

function windowWords({ from, to }: WindowSlots, slots: readonly WindowSlot[], decimals: number) {
  const before = slots.findLast(({ slot, record }) => slot < from && record !== null)
  const inside = slots.filter(({ slot }) => slot >= from && slot <= to)
  const end = inside.findLast(({ record }) => record !== null) ?? before
  const shown = [...(before === undefined ? [] : [before]), ...inside]
  return {
    window: `${from}–${to}`,
    frames: shown.map((one) => frameWords(one, decimals)).join(', '),
    mean: meanWords(before?.record ?? null, end?.record ?? null, to - from + 1, decimals),
  }
}

function frameWords({ slot, record }: WindowSlot, decimals: number): string {
  return record === null ? `${slot} missing` : `${slot} ${record.state} ${formatDecimal(record.price, decimals)}`
}

function meanWords(before: FrameRecord | null, end: FrameRecord | null, length: number, decimals: number): string {
  if (before === null || end === null) return 'none: no frame lies before the window'
  const count = end.openCount - before.openCount
  const mean = windowAverage({ before: runningSums(before), end: runningSums(end) }, length)
  if (mean === null) return `none: ${count} of ${length} slots are open`
  const sum = formatDecimal(end.priceSum - before.priceSum, decimals)
  return `${sum} ÷ ${count} = ${formatDecimal(mean, decimals + 1)}`
}
