import { unitsOfEach, unitsPerCoin } from '@candor/money'
import type { UnitsOfEach } from '@candor/money'
import type { Category, Instrument } from './catalogue.ts'

/** The terms of one instrument and duration. */
export interface Terms {
  readonly instrumentId: number
  readonly durationSlots: number
  readonly isOffered: boolean
  readonly stakeMinUnits: UnitsOfEach
  readonly stakeMaxUnits: UnitsOfEach
  readonly feeBps: number
  readonly payoutBps: number
  readonly maxOpenPayoutUnits: UnitsOfEach
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
}

const slotsPerSecond = 2

/** Durations with their fee and payout before the category's adjustment: 30 s, 1, 2, 5, 15, 30 min, 1 h, 4 h, 24 h. */
const durations = [
  { seconds: 30, feeBps: 100, payoutBps: 8_500 },
  { seconds: 60, feeBps: 100, payoutBps: 8_600 },
  { seconds: 120, feeBps: 100, payoutBps: 8_700 },
  { seconds: 300, feeBps: 50, payoutBps: 8_700 },
  { seconds: 900, feeBps: 50, payoutBps: 8_800 },
  { seconds: 1_800, feeBps: 50, payoutBps: 8_900 },
  { seconds: 3_600, feeBps: 0, payoutBps: 8_900 },
  { seconds: 14_400, feeBps: 0, payoutBps: 9_100 },
  { seconds: 86_400, feeBps: 0, payoutBps: 9_200 },
] as const

const payoutAdjustmentBps: Readonly<Record<Category, number>> = { crypto: 0, forex: 0, futures: -300 }
const maxOpenPayoutCoins: Readonly<Record<Category, bigint>> = { crypto: 100_000n, forex: 100_000n, futures: 50_000n }
/**
 * The cap is divided for instruments that few sources price, by their number: it bounds what moving a book is worth. A
 * price without any source is simulated, which no order moves.
 */
const payoutDivisors = [1n, 5n, 2n] as const

/** Entry and exit are averages over 5 s; the exit over 10 s from durations of 15 minutes on. */
const windowSlots = 10
const longExitWindowSlots = 20
const longFromSeconds = 900

/** Above this share of expected ties a duration is not offered: the customer would pay for a price that cannot move. */
const maxTieRate = 0.05
const sigmaWindowSeconds = 30

/**
 * The expected share of contracts that end at their entry price: about 0.2 / σ, with σ in exchange ticks over the
 * duration, because the mid of a quote moves in half ticks.
 */
export function expectedTieRate(sigma30sTicks: number, seconds: number): number {
  return 0.2 / (sigma30sTicks * Math.sqrt(seconds / sigmaWindowSeconds))
}

/** What terms follow from beside the instrument itself. */
export interface TermsGround {
  /** Infinity where its market never closes. */
  readonly longestSessionMs: number
  /** How many live sources have it. */
  readonly sourceCount: number
}

/** The terms that an instrument starts with. */
export function openingTerms(instrument: Instrument, { longestSessionMs, sourceCount }: TermsGround): Terms[] {
  const maxOpenPayout = maxOpenPayoutCoins[instrument.category] / (payoutDivisors[sourceCount] ?? 1n)
  return durations.map((duration) => ({
    instrumentId: instrument.id,
    durationSlots: duration.seconds * slotsPerSecond,
    isOffered:
      !instrument.isHidden &&
      expectedTieRate(instrument.simulation.sigma30sTicks, duration.seconds) <= maxTieRate &&
      // A contract longer than any session would always be refused.
      duration.seconds * 1_000 < longestSessionMs,
    stakeMinUnits: coins(1n),
    stakeMaxUnits: coins(5_000n),
    feeBps: duration.feeBps,
    payoutBps: Math.max(8_000, duration.payoutBps + payoutAdjustmentBps[instrument.category]),
    maxOpenPayoutUnits: coins(maxOpenPayout),
    entryWindowSlots: windowSlots,
    exitWindowSlots: duration.seconds >= longFromSeconds ? longExitWindowSlots : windowSlots,
  }))
}

function coins(count: bigint): UnitsOfEach {
  return unitsOfEach(count * unitsPerCoin)
}
