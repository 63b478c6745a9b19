import {
  averagePrices,
  contractPrices,
  entryWindow,
  exitWaitSlots,
  exitWindow,
  hasAverages,
  settle,
  slotEndMs,
} from '@candor/formulas'
import type {
  ContractOdds,
  ContractPrices,
  ContractTiming,
  ContractWindows,
  Direction,
  FramePoint,
  RunningSums,
} from '@candor/formulas'
import { amount } from '@candor/money'
import type { Official } from './official.ts'

/** The terms that an attacker plays against. */
export interface PlayedTerms extends ContractOdds, ContractWindows {
  readonly durationSlots: number
  readonly entryDelaySlots: number
}

/** What an attacker knows when an order is accepted: everything up to the end of the newest frame. */
export interface Sight {
  readonly atMs: number
  readonly newest: FramePoint
}

/** Chooses a direction, or waits (null). */
export type Attacker = (sight: Sight) => Direction | null

/** The outcome of an attack. Nets are shares of the stake; void contracts count with nothing. */
export interface Played {
  readonly contracts: number
  readonly wonShare: number
  readonly tieShare: number
  readonly voidShare: number
  readonly net: number
  /** The upper end of the 95 % confidence interval of the net. */
  readonly netAtMost: number
}

const stake = amount('USD', 100_000_000n)
/** Of a normal distribution: 97.5 % lie below. */
const z975 = 1.96
/** The interval is that of the sums of blocks so many contracts long: contracts that overlap are not independent. */
const contractsOfBlock = 20

/**
 * Plays a contract at every slot at which the attacker chooses and the instrument is open, overlapping ones as well.
 */
export function play({ firstSlot, frames }: Official, terms: PlayedTerms, attacker: Attacker): Played {
  const sums = hasAverages(terms) ? runningSums(frames) : []
  const blocks = new Map<number, { contracts: number; net: number }>()
  const counts = { won: 0, lost: 0, tie: 0, void: 0 }
  const reach = terms.entryDelaySlots + terms.durationSlots + (hasAverages(terms) ? 0 : exitWaitSlots) + 1
  for (let index = 1; index + reach < frames.length; index += 1) {
    const newest = frames[index - 1]
    if (newest === undefined || newest.state !== 'open') continue
    const direction = attacker({ atMs: slotEndMs(newest.slot, 0), newest })
    if (direction === null) continue
    // The order is accepted in the slot after the newest frame.
    const entrySlot = newest.slot + 1 + terms.entryDelaySlots
    const timing = { ...terms, entrySlot, exitSlot: entrySlot + terms.durationSlots }
    const prices = sums.length > 0 ? averaged(sums, timing, firstSlot) : single(frames, timing, firstSlot)
    const { result, net } = settle(terms, direction, stake, prices)
    counts[result] += 1
    if (result === 'void') continue
    const number = Math.floor(index / (contractsOfBlock * reach))
    const block = blocks.get(number) ?? { contracts: 0, net: 0 }
    blocks.set(number, { contracts: block.contracts + 1, net: block.net + Number(net.units) / Number(stake.units) })
  }
  return outcomeOf(counts, [...blocks.values()])
}

function outcomeOf(
  counts: { readonly won: number; readonly lost: number; readonly tie: number; readonly void: number },
  blocks: readonly { readonly contracts: number; readonly net: number }[],
): Played {
  const contracts = counts.won + counts.lost + counts.tie + counts.void
  const decided = Math.max(1, contracts - counts.void)
  const net = blocks.reduce((sum, block) => sum + block.net, 0) / decided
  // The variance of a ratio of sums over independent blocks.
  const squares = blocks.reduce((sum, block) => sum + (block.net - net * block.contracts) ** 2, 0)
  const error = Math.sqrt((squares * blocks.length) / Math.max(1, blocks.length - 1)) / decided
  return {
    contracts,
    wonShare: counts.won / decided,
    tieShare: counts.tie / decided,
    voidShare: counts.void / Math.max(1, contracts),
    net,
    netAtMost: blocks.length < 2 ? Infinity : net + z975 * error,
  }
}

/** The running sums up to each frame, as stored frames carry them. */
function runningSums(frames: readonly FramePoint[]): RunningSums[] {
  let [priceSum, openCount] = [0n, 0n]
  return frames.map(({ ticks, state, epoch }) => {
    if (state === 'open') {
      priceSum += ticks
      openCount += 1n
    }
    return { priceSum, openCount, epoch }
  })
}

function averaged(sums: readonly RunningSums[], timing: ContractTiming, firstSlot: number): ContractPrices {
  const at = (slot: number) => sums[slot - firstSlot] ?? null
  const [entry, exit] = [entryWindow(timing), exitWindow(timing)]
  return averagePrices(
    timing,
    { before: at(entry.from - 1), end: at(entry.to) },
    { before: at(exit.from - 1), end: at(exit.to) },
  )
}

/** Under the old rule the frame of the entry and those in which an exit price is looked for decide. */
function single(frames: readonly FramePoint[], timing: ContractTiming, firstSlot: number): ContractPrices {
  const [entry, exit] = [timing.entrySlot - firstSlot, timing.exitSlot - firstSlot]
  return contractPrices(timing, [...frames.slice(entry, entry + 1), ...frames.slice(exit, exit + exitWaitSlots + 1)])
}
