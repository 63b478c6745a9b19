import { transparencyOdds } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { BatchEvent, DayFiguresEvent } from '@candor/proof/encoding'
import type { EventsCarry } from './audit-state.ts'
import type { Findings } from './findings.ts'
import { readPublished } from './log-source.ts'
import type { LogSource } from './log-source.ts'

/** Published figures are of up to 90 days. */
const keptDays = 100
const settledKind = 'contract-settled'

type Day = EventsCarry['days'][number]
const results = ['won', 'lost', 'tied', 'voided'] as const

/** The contracts of each day: how many the log settles, and how many the figures of the day name. */
export class DayStatistics {
  readonly #days = new Map<number, Day>()
  readonly #findings: Findings
  #newestFigures: number

  constructor(findings: Findings, days: readonly Day[]) {
    this.#findings = findings
    for (const day of days) this.#days.set(day.day, { ...day })
    this.#newestFigures = Math.max(-1, ...days.flatMap(({ day, figures }) => (figures === null ? [] : [day])))
  }

  takeBatch({ kind, atMs, itemCount }: BatchEvent): void {
    if (kind === settledKind) this.#dayOf(Math.floor(atMs / dayMs)).settled += itemCount
  }

  /** The figures of a day may come before its last batches, so they are compared at the end. */
  takeFigures({ day, groups }: DayFiguresEvent): void {
    if (day <= this.#newestFigures)
      this.#findings.fail('statistics', `The figures of ${dateOf(day)} are not after those of a later day.`)
    this.#newestFigures = Math.max(day, this.#newestFigures)
    const figures = { won: 0, lost: 0, tied: 0, voided: 0 }
    for (const group of groups) for (const result of results) figures[result] += group[result]
    const known = this.#dayOf(day)
    known.figures = figures
  }

  /** Compares the figures of days with the batches of the log, once a batch of a later day has come. */
  finish(): void {
    const newest = Math.max(-1, ...[...this.#days.values()].flatMap(({ day, settled }) => (settled > 0 ? [day] : [])))
    for (const { day, settled, figures } of this.#days.values()) {
      if (figures === null) continue
      const named = results.reduce((sum, result) => sum + figures[result], 0)
      if (named === settled) this.#findings.hold('statistics')
      else if (day >= newest && named > settled)
        this.#findings.leaveUnchecked('statistics', `The log does not have all batches of ${dateOf(day)} yet.`)
      else
        this.#findings.fail(
          'statistics',
          `The figures of ${dateOf(day)} are of ${named} contracts, and the log settles ${settled} on that day.`,
        )
    }
  }

  carry(): readonly Day[] {
    return [...this.#days.values()].toSorted((a, b) => a.day - b.day).slice(-keptDays)
  }

  /** Compares the published counts of contracts with the sums of the days that the log has. */
  async comparePublished(source: LogSource): Promise<void> {
    const published = await readPublished(source, transparencyOdds, 'odds')
    if (published === null || published.throughMs === null) return
    const { throughMs, newestDay, spans } = published
    if (newestDay === null || this.#newestFigures * dayMs + dayMs !== throughMs) {
      this.#findings.leaveUnchecked('statistics', 'The published odds are of a day that the log did not have yet.')
      return
    }
    for (const { days, contracts } of spans) {
      const sum = { won: 0, lost: 0, tied: 0, voided: 0 }
      for (const { day, figures } of this.#days.values())
        if (figures !== null && (day + 1) * dayMs > throughMs - days * dayMs && (day + 1) * dayMs <= throughMs)
          for (const result of results) sum[result] += figures[result]
      if (results.every((result) => sum[result] === contracts[result])) this.#findings.hold('statistics')
      else this.#findings.fail('statistics', `The published contracts of ${days} days are not the sums of the days.`)
    }
    this.#findings.leaveUnchecked(
      'statistics',
      'Results of single contracts are sealed: that the figures of a day are of them is the word of the house.',
    )
  }

  #dayOf(day: number): Day {
    const known = this.#days.get(day) ?? { day, settled: 0, figures: null }
    this.#days.set(day, known)
    return known
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
