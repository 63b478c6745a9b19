import { dayMs } from '@candor/formulas'
import * as z from 'zod/mini'
import { localDate, openSpans } from './calendar.ts'
import type { Calendar, Span } from './calendar.ts'
import type { Instrument } from './catalogue.ts'

/** Trading is closed for so long on either side of a roll. */
const closedAroundMs = 15 * 60_000

/** A delivery month, and the day at whose close the next month replaces it, as dates ("2026-02", "2026-01-26"). */
export interface ContractMonth {
  readonly month: string
  readonly until: string
}

/** The priced contract of an instrument, and when the next one replaces it (unix ms); null when it has none. */
export interface CurrentContract {
  readonly contractMonth: string | null
  readonly nextRollMs: number | null
}

const rollsFile = z.object({
  source: z.string(),
  rolls: z.record(z.string(), z.array(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2]) until \d{4}-\d\d-\d\d$/)))),
})

/**
 * Parses the roll calendar: the contract months of each symbol, in order. Throws where it is malformed or out of order.
 */
export function parseRolls(content: unknown): ReadonlyMap<string, readonly ContractMonth[]> {
  const { rolls } = rollsFile.parse(content)
  return new Map(
    Object.entries(rolls).map(([symbol, texts]) => {
      const months = texts.map((text): ContractMonth => {
        const [month = '', until = ''] = text.split(' until ')
        return { month, until }
      })
      const isOrdered = months.every(({ month, until }, index) => {
        const before = months[index - 1]
        return before === undefined || (before.month < month && before.until < until)
      })
      if (!isOrdered) throw new Error(`the rolls of ${symbol} are out of order`)
      return [symbol, months]
    }),
  )
}

type Rolling = Pick<Instrument, 'id' | 'symbol' | 'calendarId'>

/**
 * The contract months of instruments. A roll happens at the close of the last session that ends on its day, in the
 * calendar's time zone; each is computed once, on first use.
 */
export class RollTable {
  readonly #rolls: ReadonlyMap<string, readonly ContractMonth[]>
  readonly #calendars: ReadonlyMap<string, Calendar>
  readonly #instants = new Map<string, number>()

  constructor(rolls: ReadonlyMap<string, readonly ContractMonth[]>, calendars: ReadonlyMap<string, Calendar>) {
    this.#rolls = rolls
    this.#calendars = calendars
  }

  /** Whether an instrument rolls at all. */
  has(symbol: string): boolean {
    return this.#rolls.has(symbol)
  }

  /** The contract priced at an instant. After the file's last roll, the month is unknown. */
  current(instrument: Rolling, atMs: number): CurrentContract {
    const next = this.#after(instrument, atMs)
    return next === null
      ? { contractMonth: null, nextRollMs: null }
      : { contractMonth: next.month, nextRollMs: next.rollMs }
  }

  /** The instruments that roll after `fromMs`, at `untilMs` at the latest. */
  rollingBetween<T extends Rolling>(instruments: readonly T[], fromMs: number, untilMs: number): T[] {
    return instruments.filter((instrument) => (this.#after(instrument, fromMs)?.rollMs ?? Infinity) <= untilMs)
  }

  /** The spans around rolls that reach into `within`. */
  closures(instrument: Rolling, within: Span): Span[] {
    const spans: Span[] = []
    let next = this.#after(instrument, within.fromMs - closedAroundMs)
    while (next !== null && next.rollMs - closedAroundMs < within.toMs) {
      spans.push({ fromMs: next.rollMs - closedAroundMs, toMs: next.rollMs + closedAroundMs })
      next = this.#after(instrument, next.rollMs)
    }
    return spans
  }

  #after(instrument: Rolling, atMs: number): { readonly month: string; readonly rollMs: number } | null {
    // No zone is farther from universal time than a day: only rolls near the instant are worked out.
    for (const { month, until } of this.#rolls.get(instrument.symbol) ?? []) {
      if (Date.parse(until) + 2 * dayMs <= atMs) continue
      const rollMs = this.#instant(instrument, until)
      if (rollMs > atMs) return { month, rollMs }
    }
    return null
  }

  #instant({ symbol, calendarId }: Rolling, until: string): number {
    const key = `${symbol} ${until}`
    const known = this.#instants.get(key)
    if (known !== undefined) return known
    const calendar = this.#calendars.get(calendarId)
    if (calendar === undefined) throw new Error(`${symbol} names the unknown calendar ${calendarId}`)
    const dayStartMs = Date.parse(until)
    const spans = openSpans(calendar, { fromMs: dayStartMs - dayMs, toMs: dayStartMs + 2 * dayMs })
    const last = spans.findLast((span) => localDate(calendar.timeZone, span.toMs - 1) === until)
    if (last === undefined) throw new Error(`${symbol} rolls on ${until}, on which no session ends`)
    this.#instants.set(key, last.toMs)
    return last.toMs
  }
}
