import type { OutputOf, transparencyOdds } from '@candor/api'
import { sharePpm } from '@candor/formulas'
import { divHalfEven, formatDecimal, formatUnits, parseUnits } from '@candor/money'
import { formatPercent } from '@candor/ui/format'

export type Odds = OutputOf<typeof transparencyOdds>
export type OddsSpan = Odds['spans'][number]
export type Wins = NonNullable<OddsSpan['byDuration'][number]['wins']>

/** Whether a span has no figure that is made of enough contracts or customers. */
export function isTooFew({ losers, payout, byStake, byDuration }: OddsSpan): boolean {
  return losers.lost === null && payout.sums === null && [...byStake, ...byDuration].every(({ wins }) => wins === null)
}

/** A share in millionths with one decimal: "49.8%". */
export function ppmText(locale: string, ppm: number): string {
  return formatPercent(locale, formatDecimal(divHalfEven(BigInt(ppm), 1_000n), 1), { decimals: 1 })
}

/** The rate of wins of a group, in millionths. */
export function rateOf({ won, decided }: Wins): number {
  return sharePpm(BigInt(won), BigInt(decided))
}

/** How many of a hundred customers lost, rounded to whole ones. */
export function lostOfHundred({ customers, lost }: OddsSpan['losers']): number | null {
  return lost === null || customers === 0 ? null : Number(divHalfEven(100n * BigInt(lost), BigInt(customers)))
}

/** Of each 100 paid in, what came back and what did not, to two decimals; null where that is not shown. */
export function ofEachHundred({ sums }: OddsSpan['payout']) {
  const [paidIn, paidOut] = [parseUnits(sums?.paidIn ?? '') ?? 0n, parseUnits(sums?.paidOut ?? '') ?? 0n]
  if (sums === null || paidIn <= 0n) return null
  const back = divHalfEven(10_000n * paidOut, paidIn)
  return { back: formatDecimal(back, 2), kept: formatDecimal(10_000n - back, 2), backPercent: Number(back) / 100 }
}

/** The part of the axis that is shown, in millionths, with the labelled positions on it. */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  readonly breakEven: number
}

const step = 20_000

/** One axis for all groups, with whole steps of two percent; null where no group is shown. */
export function axisOf(groups: readonly Wins[]): Axis | null {
  if (groups.length === 0) return null
  const seen = groups.flatMap((wins) => [wins.chanceFromPpm, wins.chanceToPpm, wins.breakEvenPpm, rateOf(wins)])
  const width = Math.max(...seen, 500_000) - Math.min(...seen, 500_000)
  const stride = step * Math.max(1, Math.ceil(width / step / 6))
  const from = Math.floor(Math.min(...seen, 500_000 - step) / stride) * stride
  const to = Math.ceil(Math.max(...seen, 500_000 + step) / stride) * stride
  const ticks = Array.from({ length: Math.round((to - from) / stride) - 1 }, (_, index) => from + (index + 1) * stride)
  const breakEven = sharePpm(
    groups.reduce((sum, { breakEvenPpm, decided }) => sum + BigInt(breakEvenPpm) * BigInt(decided), 0n),
    1_000_000n * groups.reduce((sum, { decided }) => sum + BigInt(decided), 0n),
  )
  return { from, to, ticks, breakEven }
}

/** Where a share lies on the axis, in percent of its width. */
export function positionOf({ from, to }: Axis, ppm: number): number {
  return (100 * (ppm - from)) / (to - from)
}

/** The group with the fewest decided contracts; undefined without groups. */
export function smallestOf<Group extends { readonly decided: number }>(groups: readonly Group[]): Group | undefined {
  return groups.toSorted((one, next) => one.decided - next.decided)[0]
}

/** All contracts of a span, and those that are in no rate. */
export function contractsOf({ contracts: { won, lost, tied, voided } }: OddsSpan) {
  return { all: won + lost + tied + voided, decided: won + lost, leftOut: tied + voided, voided }
}

/** What the house gained by all void contracts of a span. */
export function gainOf({ voids }: OddsSpan): string {
  return formatUnits(voids.reduce((sum, { houseGain }) => sum + (parseUnits(houseGain) ?? 0n), 0n))
}
