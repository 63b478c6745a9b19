import { entryWindow, exitWaitSlots, exitWindow, hasAverages } from '@candor/formulas'
import type { ContractTiming, WindowSlots } from '@candor/formulas'
import { ensure } from '../errors.ts'

/**
 * The slots whose frames decide a contract. Averages are decided by the newest frames at or before the four borders of
 * their windows; a single exit price by the first open frame of the wait, and an entry by its own slot.
 */
export type DecidingSlots =
  | { readonly rule: 'averages'; readonly borders: readonly number[] }
  | { readonly rule: 'single'; readonly entrySlot: number; readonly exit: WindowSlots }

export function decidingSlots(timing: ContractTiming): DecidingSlots {
  if (!hasAverages(timing)) {
    const { entrySlot, exitSlot } = timing
    return { rule: 'single', entrySlot, exit: { from: exitSlot, to: exitSlot + exitWaitSlots } }
  }
  const [entry, exit] = [entryWindow(timing), exitWindow(timing)]
  return { rule: 'averages', borders: [entry.from - 1, entry.to, exit.from - 1, exit.to] }
}

/** A frame as far as it says which slots a receipt must prove. */
export interface FrameState {
  readonly slot: number
  readonly isOpen: boolean
}

/** The slots of a contract that may lie between a border and the newest frame before it: a day, and the entry delay. */
export const maxProvenSlots = 2 ** 18

/**
 * The slots that the receipt of a contract proves, ascending and apart: those of its frames, and the slots without a
 * frame that show that no other frame decided. `frames` are the frames of the receipt, ascending. Throws `wrong-data`
 * where one is missing that decides, or does not decide.
 */
export function provenSlots(timing: ContractTiming, frames: readonly FrameState[]): WindowSlots[] {
  const ascend = frames.every(({ slot }, index) => slot > (frames[index - 1]?.slot ?? -1))
  ensure(ascend, 'wrong-data', 'The frames of the receipt do not ascend.')
  const deciding = decidingSlots(timing)
  const ranges =
    deciding.rule === 'averages'
      ? deciding.borders.map((border) => ({ from: newestAt(frames, border), to: border }))
      : singleRanges(deciding, frames)
  const proven = mergeRanges(ranges)
  for (const { slot } of frames) {
    const decides = proven.some(({ from, to }) => slot >= from && slot <= to)
    ensure(decides, 'wrong-data', `The receipt has a frame of slot ${slot}, which decides nothing.`)
  }
  const count = proven.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  ensure(count <= maxProvenSlots, 'too-large', `More than ${maxProvenSlots} slots would have to be proven.`)
  return proven
}

function newestAt(frames: readonly FrameState[], border: number): number {
  const newest = frames.findLast(({ slot }) => slot <= border)
  ensure(newest !== undefined, 'wrong-data', `The receipt has no frame at or before slot ${border}.`)
  return newest.slot
}

/** An order that is void for its entry needs no exit. */
function singleRanges(
  { entrySlot, exit }: Extract<DecidingSlots, { readonly rule: 'single' }>,
  frames: readonly FrameState[],
): WindowSlots[] {
  const entry = { from: entrySlot, to: entrySlot }
  if (frames.find(({ slot }) => slot === entrySlot)?.isOpen !== true) return [entry]
  const open = frames.find(({ slot, isOpen }) => isOpen && slot >= exit.from && slot <= exit.to)
  return [entry, { from: exit.from, to: open?.slot ?? exit.to }]
}

/** Joins ranges that overlap or touch. */
function mergeRanges(ranges: readonly WindowSlots[]): WindowSlots[] {
  const merged: WindowSlots[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last === undefined || range.from > last.to + 1) merged.push(range)
    else merged.splice(-1, 1, { from: last.from, to: Math.max(last.to, range.to) })
  }
  return merged
}
