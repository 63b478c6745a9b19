import { coinFlipWins, sharePpm } from '@candor/formulas'
import type { AssetPerformance } from '@candor/api'
import { divHalfEven, formatUnits, parseUnits, unitsPerCent } from '@candor/money'

/** Below as many decided contracts, nothing is said but that they are too few. */
const fewContracts = 100

/** How wins compare with coin flips: too few to tell, as coin flips would, or more or less often. */
export type Verdict = 'few' | 'chance' | 'above' | 'below'

/** The wins of decided contracts beside break-even and coin flips. Shares are in millionths. */
export interface WinRate {
  readonly decided: number
  readonly won: number
  readonly ownPpm: number
  readonly breakEvenPpm: number
  /** Null where no number of wins pays for the fees. */
  readonly neededWins: number | null
  readonly coinFlips: { readonly from: number; readonly to: number }
  readonly verdict: Verdict
  /** The result for each decided contract, to the cent, as a decimal text. */
  readonly perContract: string
}

/** Ties and void contracts are left out. Null without a decided contract. */
export function winRateOf(sums: AssetPerformance): WinRate | null {
  const { won, lost, net, breakEvenPpm, breakEvenWins } = sums
  const decided = won + lost
  if (decided === 0 || breakEvenPpm === null || breakEvenWins === null) return null
  const { from, to } = coinFlipWins(BigInt(decided))
  const coinFlips = { from: Number(from), to: Number(to) }
  const netCents = divHalfEven(parseUnits(net) ?? 0n, BigInt(decided) * unitsPerCent)
  return {
    decided,
    won,
    ownPpm: sharePpm(BigInt(won), BigInt(decided)),
    breakEvenPpm,
    neededWins: breakEvenWins > decided ? null : breakEvenWins,
    coinFlips,
    verdict: verdictOf(decided, won, coinFlips),
    perContract: formatUnits(netCents * unitsPerCent),
  }
}

function verdictOf(decided: number, won: number, { from, to }: WinRate['coinFlips']): Verdict {
  if (decided < fewContracts) return 'few'
  if (won > to) return 'above'
  return won < from ? 'below' : 'chance'
}

/** A scale of shares: tens of percent around all marks, at least 30 to 70 %. Positions are in percent of its width. */
export interface RateScale {
  readonly fromPercent: number
  readonly toPercent: number
  readonly own: number
  readonly breakEven: number
  readonly flipsFrom: number
  readonly flipsTo: number
}

/** The scale of a win rate. */
export function rateScaleOf({ ownPpm, breakEvenPpm, coinFlips, decided }: WinRate): RateScale {
  const flips = [coinFlips.from, coinFlips.to].map((wins) => (wins / decided) * 100)
  const marks = [ownPpm / 10_000, breakEvenPpm / 10_000, ...flips]
  const fromPercent = Math.max(0, Math.min(30, Math.floor(Math.min(...marks) / 10) * 10))
  const toPercent = Math.min(100, Math.max(70, Math.ceil(Math.max(...marks) / 10) * 10))
  const at = (percent = 0) => Math.min(100, Math.max(0, ((percent - fromPercent) / (toPercent - fromPercent)) * 100))
  const [own, breakEven, flipsFrom, flipsTo] = marks.map(at)
  return {
    fromPercent,
    toPercent,
    own: own ?? 0,
    breakEven: breakEven ?? 0,
    flipsFrom: flipsFrom ?? 0,
    flipsTo: flipsTo ?? 0,
  }
}

/** A bar's sum: a day, or a local month of days. */
export interface Bar {
  readonly startMs: number
  readonly contracts: number
  readonly net: string
}

/** The days of a period as they are, or added up by local month. */
export function barsOf(days: AssetPerformance['days'], areMonths: boolean): readonly Bar[] {
  if (!areMonths) return days
  const months = Map.groupBy(days, ({ startMs }) => {
    // Noon of the day, so that a change of summer time does not move it into another month.
    const noon = new Date(startMs + 43_200_000)
    return new Date(noon.getFullYear(), noon.getMonth()).getTime()
  })
  return [...months].map(([startMs, own]) => ({
    startMs,
    contracts: own.reduce((sum, { contracts }) => sum + contracts, 0),
    net: formatUnits(own.reduce((sum, { net }) => sum + (parseUnits(net) ?? 0n), 0n)),
  }))
}

/** The result after each bar, as numbers for drawing. */
export function runningResults(bars: readonly Bar[]): readonly { readonly startMs: number; readonly result: number }[] {
  let units = 0n
  return bars.map(({ startMs, net }) => {
    units += parseUnits(net) ?? 0n
    return { startMs, result: Number(units) / 1_000_000 }
  })
}
