import type { HomeNotice, InstrumentView, OutputOf, marketQuotes } from '@candor/api'
import { dayMs } from '@candor/formulas'

type Quote = OutputOf<typeof marketQuotes>['items'][number]

const moversShown = 6
const minuteMs = 60_000

/** A close is announced so long before. */
const closingSoonMs = 4 * 3_600_000
/** A change of the contract's month is announced so long before. */
const rollingSoonMs = dayMs
/** Prices older than this have stopped. */
const stoppedAfterMs = 10_000

/** The open instruments with the largest move in 24 hours, in either direction; unmoved ones are left out. */
export function moversOf(quotes: readonly Quote[]): Quote[] {
  const moved = ({ changeRate }: Quote) => Math.abs(Number(changeRate))
  return quotes
    .filter((quote) => quote.state === 'open' && moved(quote) > 0)
    .toSorted((left, right) => moved(right) - moved(left))
    .slice(0, moversShown)
}

/** The first millisecond of the day that it is now at an offset from UTC. */
export function dayStartMs(nowMs: number, utcOffsetMinutes: number): number {
  const offsetMs = utcOffsetMinutes * minuteMs
  return Math.floor((nowMs + offsetMs) / dayMs) * dayMs - offsetMs
}

/** The facts behind announcements: the server's own and the market's. Times are unix milliseconds. */
export interface HomeFacts {
  /** Operators' announcements in the caller's language. */
  readonly announcements: readonly Omit<Extract<HomeNotice, { kind: 'announcement' }>, 'kind'>[]
  readonly nowMs: number
  readonly mode: 'sandbox' | 'live'
  readonly isLedgerHalted: boolean
  /** Names of live sources that do not respond. */
  readonly sourcesDown: readonly string[]
  /** When the newest frame was published; null before the first. */
  readonly publishedMs: number | null
  readonly instruments: readonly InstrumentView[]
}

/** The announcements, the most urgent first. */
export function noticesOf(facts: HomeFacts): HomeNotice[] {
  const { nowMs, publishedMs, instruments } = facts
  const halted = instruments.filter(({ isHalted }) => isHalted).map(({ symbol }) => symbol)
  const notices: HomeNotice[] = []
  if (facts.isLedgerHalted) notices.push({ kind: 'trading-paused' })
  if (publishedMs !== null && nowMs - publishedMs > stoppedAfterMs)
    notices.push({ kind: 'prices-stopped', sinceMs: publishedMs })
  if (facts.sourcesDown.length > 0) notices.push({ kind: 'sources-down', names: [...facts.sourcesDown] })
  if (halted.length > 0) notices.push({ kind: 'halted', symbols: halted })
  notices.push(...facts.announcements.map((announcement) => ({ kind: 'announcement' as const, ...announcement })))
  notices.push(...endingSessions(instruments, nowMs), ...rolls(instruments, nowMs), ...closedCategories(instruments))
  if (facts.mode === 'sandbox') notices.push({ kind: 'sandbox' })
  return notices
}

/** The sessions that end soon, markets of the same hours together, the first to close first. */
function endingSessions(instruments: readonly InstrumentView[], nowMs: number): HomeNotice[] {
  const ending = instruments.filter(
    ({ state, closesMs }) =>
      state !== 'closed' && closesMs !== null && closesMs > nowMs && closesMs - nowMs <= closingSoonMs,
  )
  return [...Map.groupBy(ending, ({ closesMs, nextOpenMs }) => `${closesMs} ${nextOpenMs}`).values()]
    .flatMap((together): Extract<HomeNotice, { kind: 'session-ends' }>[] => {
      const [first] = together
      if (first === undefined || first.closesMs === null) return []
      return [
        {
          kind: 'session-ends',
          symbols: together.map(({ symbol }) => symbol),
          atMs: first.closesMs,
          opensMs: first.nextOpenMs,
        },
      ]
    })
    .toSorted((left, right) => left.atMs - right.atMs)
}

/** The contracts that change their month soon, the first first. */
function rolls(instruments: readonly InstrumentView[], nowMs: number): HomeNotice[] {
  const due = instruments.flatMap(({ symbol, nextRollMs: atMs }) =>
    atMs !== null && atMs > nowMs && atMs - nowMs <= rollingSoonMs ? [{ symbol, atMs }] : [],
  )
  return [...Map.groupBy(due, ({ atMs }) => atMs)]
    .toSorted(([left], [right]) => left - right)
    .map(([atMs, together]) => ({ kind: 'roll', symbols: together.map(({ symbol }) => symbol), atMs }))
}

/** Categories with nothing open, with each one's first opening, the next to open first. */
function closedCategories(instruments: readonly InstrumentView[]): HomeNotice[] {
  const closed = [...Map.groupBy(instruments, ({ category }) => category)].flatMap(([category, members]) => {
    const openings = members.flatMap(({ nextOpenMs }) => (nextOpenMs === null ? [] : [nextOpenMs]))
    const isClosed = members.every(({ state }) => state === 'closed')
    return isClosed && openings.length > 0 ? [{ category, opensMs: Math.min(...openings) }] : []
  })
  return closed.length === 0
    ? []
    : [{ kind: 'closed', categories: closed.toSorted((left, right) => left.opensMs - right.opensMs) }]
}
