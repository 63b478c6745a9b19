import type { HistoryDay } from '@candor/api/operator'
import { csvLines } from '../../shared/device/index.ts'
import { shareOf } from './history-model.ts'

const dayOf = (startMs: number) => new Date(startMs).toISOString().slice(0, 10)
const ppm = (value: number | null) => (value === null ? '' : String(Math.round(value)))

/** Columns by their names: amounts in USD as the server wrote them, shares in millionths. An unknown value is empty. */
const columns: readonly (readonly [name: string, of: (day: HistoryDay) => string])[] = [
  ['day_utc', ({ startMs }) => dayOf(startMs)],
  ['contracts_decided', ({ decided }) => String(decided)],
  ['contracts_won', ({ won }) => String(won)],
  ['won_ppm', (day) => ppm(shareOf(day))],
  ['break_even_ppm', ({ breakEvenPpm }) => ppm(breakEvenPpm)],
  ['chance_from_ppm', ({ chanceFromPpm }) => ppm(chanceFromPpm)],
  ['chance_to_ppm', ({ chanceToPpm }) => ppm(chanceToPpm)],
  ['result_usd', ({ result }) => result],
  ['total_usd', ({ total }) => total],
  ['expected_total_usd', ({ expected }) => expected],
  ['chance_total_from_usd', ({ chanceFrom }) => chanceFrom ?? ''],
  ['chance_total_to_usd', ({ chanceTo }) => chanceTo ?? ''],
]

/** The days that the history shows as lines of a CSV file. */
export function historyCsv(days: readonly HistoryDay[]): string {
  return csvLines(
    columns.map(([name]) => name),
    days.map((day) => columns.map(([, of]) => of(day))),
  )
}

/** The name of a file with these days. */
export function fileNameOf(days: readonly HistoryDay[]): string {
  const [first, last] = [days[0], days.at(-1)].map((day) => (day === undefined ? 'none' : dayOf(day.startMs)))
  return `house-result-${first}-to-${last}.csv`
}
