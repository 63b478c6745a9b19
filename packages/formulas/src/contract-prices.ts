import { exitWaitSlots } from './slot.ts'
import { entryWindow, exitWindow, hasAverages, meanTenths } from './window.ts'
import type { ContractPrices, ContractTiming, ContractWindows, FramePoint, WindowSlots, WindowSums } from './window.ts'

/**
 * The mean over a window, in tenths of the official unit; null where fewer than half of its slots have an open frame.
 */
export function windowAverage({ before, end }: WindowSums, windowSlots: number): bigint | null {
  if (before === null || end === null) return null
  const openCount = end.openCount - before.openCount
  if (openCount * 2n < BigInt(windowSlots)) return null
  return meanTenths(end.priceSum - before.priceSum, openCount)
}

/** The prices of a contract whose terms have averages, from the running sums at the ends of its windows. */
export function averagePrices(windows: ContractWindows, entry: WindowSums, exit: WindowSums): ContractPrices {
  return {
    entry: windowAverage(entry, windows.entryWindowSlots),
    exit: windowAverage(exit, windows.exitWindowSlots),
    isOneEpoch: entry.before?.epoch === exit.end?.epoch,
    scale: 1,
  }
}

/** The prices of a contract under the old rule: the entry frame, and the first open frame from the exit slot on. */
export function singlePrices(entry: FramePoint | null, exit: FramePoint | null): ContractPrices {
  return {
    entry: entry?.state === 'open' ? entry.ticks : null,
    exit: exit?.state === 'open' ? exit.ticks : null,
    isOneEpoch: entry?.epoch === exit?.epoch,
    scale: 0,
  }
}

/**
 * The prices of a contract from the stored frames of its instrument, in the order of their slots. The frames must reach
 * from before the entry slot to the exit slot (under the old rule, through the wait after it); a missing slot is not
 * open.
 */
export function contractPrices(timing: ContractTiming, frames: readonly FramePoint[]): ContractPrices {
  if (!hasAverages(timing)) {
    const { entrySlot, exitSlot } = timing
    const isExit = ({ slot, state }: FramePoint) =>
      slot >= exitSlot && slot <= exitSlot + exitWaitSlots && state === 'open'
    return singlePrices(frames.find(({ slot }) => slot === entrySlot) ?? null, frames.find(isExit) ?? null)
  }
  return averagePrices(timing, sumsOf(frames, entryWindow(timing)), sumsOf(frames, exitWindow(timing)))
}

function sumsOf(frames: readonly FramePoint[], { from, to }: WindowSlots): WindowSums {
  const before = frames.findLast(({ slot }) => slot < from)
  const end = frames.findLast(({ slot }) => slot <= to)
  const open = frames.filter(({ slot, state }) => slot >= from && slot <= to && state === 'open')
  return {
    before: before === undefined ? null : { priceSum: 0n, openCount: 0n, epoch: before.epoch },
    end:
      end === undefined
        ? null
        : {
            priceSum: open.reduce((sum, { ticks }) => sum + ticks, 0n),
            openCount: BigInt(open.length),
            epoch: end.epoch,
          },
  }
}
