import { chanceBandPpm, dayMs, sharePpm, slotMs, sumOfGroups } from '@candor/formulas'
import { divHalfEven, formatDecimal, formatUnits } from '@candor/money'
import type { BatchEvent, DayFiguresEvent, DayGroup, HaltEvent, TermsEvent } from '@candor/proof/encoding'
import { totalOf } from '@candor/proof/solvency'
import type { SnapshotEvent } from '@candor/proof/solvency'

/** The published figures that follow from the log of events alone, with what the help says of each. */
export const figures = {
  'customers-who-lost': 'Of the customers with a contract that was won or lost, how many lost',
  'payout-ratio': 'Of every 100 paid in, what came back',
  'wins-by-stake': 'How often contracts were won, by their stake',
  'wins-by-duration': 'How often contracts were won, by their duration',
  'void-contracts': 'Void contracts by cause, with what the house gained',
  contracts: 'All contracts, those that were void, and the break-even rates on offer',
  incidents: 'Halts of instruments and corrections',
  'total-owed': 'What the house owes its customers, by the newest snapshot',
} as const

export type FigureName = keyof typeof figures

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(figures, name)
}

/** What the figures are made of, as a run has read it from the log. */
export interface FigureEntries {
  /** In the order of the days. */
  readonly days: readonly DayFiguresEvent[]
  readonly terms: readonly TermsEvent[]
  readonly halts: readonly HaltEvent[]
  readonly corrections: readonly BatchEvent[]
  readonly snapshot: SnapshotEvent | null
}

/** By their codes in the log. */
const assets: Readonly<Record<number, string>> = { 1: 'USD', 2: 'USDT' }

/** A figure over the last whole days of the log, as lines of text; in the form of the public pages in English. */
export function figureLines(name: FigureName, entries: FigureEntries, days: number): readonly string[] {
  if (name === 'total-owed') return owedLines(entries.snapshot)
  if (name === 'incidents') return incidentLines(entries)
  const newest = entries.days.at(-1)
  if (newest === undefined)
    return ['The log has no whole day with contracts yet.', ...(name === 'contracts' ? breakEvenLines(entries) : [])]
  const span = entries.days.filter(({ day }) => day > newest.day - days)
  const title = `The last ${days} whole days through ${dateOf(newest.day)} (UTC), of which the log has ${span.length}`
  const groups = span.flatMap((day) => day.groups)
  if (name === 'customers-who-lost') return customerLines(newest)
  if (name === 'payout-ratio') return [title, ...payoutLines(groups)]
  if (name === 'void-contracts') return [title, ...voidLines(span)]
  if (name === 'contracts') return [title, ...contractLines(groups), ...breakEvenLines(entries)]
  return [title, ...(name === 'wins-by-stake' ? stakeLines(groups) : durationLines(groups))]
}

function customerLines({ day, customers }: DayFiguresEvent): string[] {
  return [
    `Whole days through ${dateOf(day)} (UTC)`,
    ...customers.map(({ days, customers: all, lost }) => {
      const share = all === 0 ? 'none' : `${divHalfEven(100n * BigInt(lost), BigInt(all))}%`
      return `over ${days} days: ${share} (${grouped(lost)} of ${grouped(all)} customers)`
    }),
  ]
}

function payoutLines(groups: readonly DayGroup[]): string[] {
  const { won, lost, staked, fees, net } = sumOfGroups(groups)
  const paidIn = staked + fees
  if (paidIn <= 0n) return ['no contract was won or lost']
  const back = divHalfEven(10_000n * (paidIn + net), paidIn)
  return [
    `of every 100 paid in, ${formatDecimal(back, 2)} came back and the house kept ${formatDecimal(10_000n - back, 2)}`,
    `${money(paidIn + net)} of ${money(paidIn)}, by ${grouped(won + lost)} contracts`,
  ]
}

function stakeLines(groups: readonly DayGroup[]): string[] {
  const from = [...new Set(groups.map(({ stakeFrom }) => stakeFrom))].toSorted((one, next) => (one < next ? -1 : 1))
  return from.map((stakeFrom) =>
    winsLine(
      `stakes from ${money(stakeFrom)}`,
      groups.filter((group) => group.stakeFrom === stakeFrom),
    ),
  )
}

function durationLines(groups: readonly DayGroup[]): string[] {
  const durations = [...new Set(groups.map(({ durationSlots }) => durationSlots))].toSorted((one, next) => one - next)
  return durations.map((durationSlots) =>
    winsLine(
      `${(durationSlots * slotMs) / 1_000} s`,
      groups.filter((group) => group.durationSlots === durationSlots),
    ),
  )
}

function winsLine(label: string, groups: readonly DayGroup[]): string {
  const { won, lost, tied, voided, staked, fees, profits } = sumOfGroups(groups)
  const decided = won + lost
  const leftOut = `${grouped(tied + voided)} left out`
  if (decided === 0n) return `${label}: none was won or lost, ${leftOut}`
  const { fromPpm, toPpm } = chanceBandPpm(decided)
  const breakEven = sharePpm(staked + fees, staked + profits)
  return (
    `${label}: ${percent(sharePpm(won, decided))} won of ${grouped(decided)}; break-even ${percent(breakEven)}; ` +
    `chance alone gives ${percent(fromPpm)} to ${percent(toPpm)}; ${leftOut}`
  )
}

function voidLines(days: readonly DayFiguresEvent[]): string[] {
  const voids = days.flatMap((day) => day.voids)
  const line = (label: string, of: typeof voids) =>
    `${label}: ${grouped(of.reduce((sum, { contracts }) => sum + contracts, 0))} contracts, house ${money(
      of.reduce((sum, { houseGain }) => sum + houseGain, 0n),
    )}`
  const causes = [...new Set(voids.map(({ reason }) => reason))].toSorted()
  return [
    ...causes.map((cause) =>
      line(
        cause,
        voids.filter(({ reason }) => reason === cause),
      ),
    ),
    line('all', voids),
  ]
}

function contractLines(groups: readonly DayGroup[]): string[] {
  const { won, lost, tied, voided } = sumOfGroups(groups)
  const all = won + lost + tied + voided
  return [
    `${grouped(all)} contracts: ${grouped(won)} won, ${grouped(lost)} lost, ${grouped(tied)} tied`,
    `void: ${grouped(voided)} of ${grouped(all)}`,
  ]
}

/** The rates of wins that break even by the newest terms of each instrument and duration. */
function breakEvenLines({ terms }: FigureEntries): string[] {
  const newest = new Map<string, TermsEvent>()
  for (const each of terms) {
    const key = `${each.instrumentId}/${each.durationSlots}`
    if ((newest.get(key)?.version ?? 0) < each.version) newest.set(key, each)
  }
  const rates = [...newest.values()]
    .filter(({ offered }) => offered)
    .map(({ feeBps, payoutBps }) => sharePpm(10_000n + BigInt(feeBps), 10_000n + BigInt(payoutBps)))
  if (rates.length === 0) return ['nothing is on offer']
  const [lowest, highest] = [percent(Math.min(...rates)), percent(Math.max(...rates))]
  return [`break-even by the terms on offer: ${lowest === highest ? lowest : `${lowest} to ${highest}`}`]
}

function incidentLines({ halts, corrections }: FigureEntries): string[] {
  return [
    `halts: ${grouped(halts.filter(({ halted }) => halted).length)}`,
    ...halts.map(
      ({ instrumentId, halted, atMs }) =>
        `  ${timeOf(atMs)}: instrument ${instrumentId} ${halted ? 'is halted' : 'is open again'}`,
    ),
    `corrections: ${grouped(corrections.length)}`,
    ...corrections.map(({ atMs, stripe, seq }) => `  ${timeOf(atMs)}: batch ${seq} of stripe ${stripe}`),
  ]
}

const owedParts = ['free', 'held', 'invested', 'accrued', 'escrow', 'merchant'] as const

function owedLines(snapshot: SnapshotEvent | null): string[] {
  if (snapshot === null) return ['The log has no snapshot yet.']
  return [
    `Counted at ${timeOf(Number(snapshot.atMs))}`,
    ...snapshot.trees.map(({ asset, totals, openPayout }) => {
      const parts = owedParts.map((part) => `${money(totals[part])} ${part}`).join(', ')
      const name = assets[asset] ?? `asset ${asset}`
      return `${name}: ${money(totalOf(totals))} (${parts}); highest open payout ${money(openPayout)}`
    }),
  ]
}

/** A share in millionths with one decimal, as the pages write it. */
function percent(ppm: number): string {
  return `${formatDecimal(divHalfEven(BigInt(ppm), 1_000n), 1)}%`
}

function money(units: bigint): string {
  return formatUnits(units)
}

function grouped(count: number | bigint): string {
  return count.toLocaleString('en-US')
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString()
}
