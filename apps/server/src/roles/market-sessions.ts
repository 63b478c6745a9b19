import { slotEndMs } from '@candor/formulas'
import { SessionTable } from '../modules/market/index.ts'
import type { FrameSource, Instrument, loadMarket, readCalendars, RollTable } from '../modules/market/index.ts'
import { withRolls } from '../modules/quote-feeds/index.ts'
import type { QuoteFeed } from '../modules/quote-feeds/index.ts'

/** A feed that follows the rolls of futures contracts. */
export function rollingFeed(
  feed: QuoteFeed,
  { instruments, last, genesisMs }: Awaited<ReturnType<typeof loadMarket>>,
  rolls: RollTable,
): QuoteFeed {
  return withRolls(feed, {
    between: (fromMs, untilMs) => rolls.rollingBetween(instruments, fromMs, untilMs).map(({ id }) => id),
    sinceMs: last === null ? null : slotEndMs(last.slot, genesisMs),
  })
}

/** The hours of each instrument: those of its calendar without the time around its rolls. */
export function sessionTables(
  instruments: readonly Instrument[],
  { calendars, rolls }: { calendars: ReturnType<typeof readCalendars>; rolls: RollTable },
): Map<number, SessionTable> {
  const shared = new Map([...calendars].map(([id, calendar]) => [id, new SessionTable(calendar)]))
  return new Map(
    instruments.map((instrument) => {
      const calendar = calendars.get(instrument.calendarId)
      const table = shared.get(instrument.calendarId)
      if (calendar === undefined || table === undefined) throw new Error(`instrument ${instrument.id} has no calendar`)
      if (!rolls.has(instrument.symbol)) return [instrument.id, table]
      return [instrument.id, new SessionTable(calendar, (within) => rolls.closures(instrument, within))]
    }),
  )
}

/** A value of the session that an instrument has at a time. */
export function calendarSession<T>(
  tables: ReadonlyMap<number, SessionTable>,
  valueOf: (session: ReturnType<SessionTable['at']>) => T,
): (instrumentId: number, atMs: number) => T {
  return (instrumentId, atMs) => {
    const table = tables.get(instrumentId)
    if (table === undefined) throw new Error(`there is no instrument ${instrumentId}`)
    return valueOf(table.at(atMs))
  }
}

/** The kind and the session of each instrument: those of the feed, or else of its calendar. */
export function frameSource(feed: QuoteFeed, tables: ReadonlyMap<number, SessionTable>): FrameSource {
  const calendar = calendarSession(tables, (session) => session)
  return {
    kindOf: (id) => feed.kindOf(id) ?? 'simulated',
    session: (id, atMs) => feed.session(id, atMs) ?? calendar(id, atMs),
  }
}
