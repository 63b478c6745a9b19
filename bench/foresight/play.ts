import { contractPrices, exitWaitSlots, hasAverages, settle, slotEndMs } from '@candor/formulas'
import type { ContractOdds, ContractWindows, Direction, FramePoint } from '@candor/formulas'
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

/** Plays one contract after the other, whenever the attacker chooses and the instrument is open. */
export function play({ frames }: Official, terms: PlayedTerms, attacker: Attacker): Played {
  const nets: number[] = []
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
    const prices = contractPrices(timing, frames.slice(index, index + reach))
    const { result, net } = settle(terms, direction, stake, prices)
    counts[result] += 1
    if (result !== 'void') nets.push(Number(net.units) / Number(stake.units))
    index += reach
  }
  const contracts = counts.won + counts.lost + counts.tie + counts.void
  const decided = Math.max(1, contracts - counts.void)
  const net = nets.reduce((sum, one) => sum + one, 0) / decided
  const variance = nets.reduce((sum, one) => sum + (one - net) ** 2, 0) / Math.max(1, decided - 1)
  return {
    contracts,
    wonShare: counts.won / decided,
    tieShare: counts.tie / decided,
    voidShare: counts.void / Math.max(1, contracts),
    net,
    netAtMost: net + z975 * Math.sqrt(variance / decided),
  }
}
