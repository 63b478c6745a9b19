import { dayMs } from '@candor/formulas'
import * as z from 'zod/mini'

/** A weekly time in the calendar's own zone: day 0 is Sunday. */
interface WeeklyTime {
  readonly day: number
  readonly minutes: number
}

/** The trading hours of a market. Daylight saving follows the time zone database. */
export interface Calendar {
  readonly timeZone: string
  readonly isAlwaysOpen: boolean
  readonly sessions: readonly { readonly opens: WeeklyTime; readonly closes: WeeklyTime }[]
  /** Days ("2026-12-25", in `timeZone`) on which the market stays closed. */
  readonly holidays: ReadonlySet<string>
  /** Further spans in which it is closed: early closes, and evenings that belong to a holiday. In order of time. */
  readonly closures: readonly Span[]
}

/**
 * Whether a market trades at an instant, and when that changes next (unix ms; null where it does not within two weeks).
 */
export interface Session {
  readonly isOpen: boolean
  readonly closesMs: number | null
  readonly opensMs: number | null
}

/** A span of unix milliseconds, the end excluded. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const minuteMs = 60_000
const horizonDays = 14

const weeklyTime = z.pipe(
  z.string().check(z.regex(/^(sun|mon|tue|wed|thu|fri|sat) ([01]\d|2[0-3]):[0-5]\d$/)),
  z.transform((text): WeeklyTime => {
    const [day = '', hours = '', minutes = ''] = text.split(/[ :]/)
    return { day: dayNames.indexOf(day), minutes: Number(hours) * 60 + Number(minutes) }
  }),
)
const calendarsFile = z.object({
  source: z.string(),
  calendars: z.record(
    z.string(),
    z.object({
      timeZone: z.string(),
      isAlwaysOpen: z.boolean(),
      sessions: z.array(z.object({ opens: weeklyTime, closes: weeklyTime })),
    }),
  ),
})
const closure = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d to \d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d$/))
const holidaysFile = z.object({
  source: z.string(),
  holidays: z.record(z.string(), z.array(z.iso.date())),
  closures: z._default(z.record(z.string(), z.array(closure)), {}),
})

/**
 * Parses the calendar and holiday files. Throws when one is malformed, names an unknown calendar, or has a closure that
 * ends before it starts.
 */
export function parseCalendars(content: unknown, holidayContent: unknown): Map<string, Calendar> {
  const { calendars } = calendarsFile.parse(content)
  const { holidays, closures } = holidaysFile.parse(holidayContent)
  const unknown = [...Object.keys(holidays), ...Object.keys(closures)].find((id) => !(id in calendars))
  if (unknown !== undefined) throw new Error(`holidays for an unknown calendar: ${unknown}`)
  return new Map(
    Object.entries(calendars).map(([id, calendar]) => {
      const spans = (closures[id] ?? []).map((text) => closureSpan(text, calendar.timeZone))
      return [id, { ...calendar, holidays: new Set(holidays[id]), closures: spans }]
    }),
  )
}

function closureSpan(text: string, timeZone: string): Span {
  const [from = '', to = ''] = text.split(' to ')
  const span = { fromMs: localTimeMs(from, timeZone), toMs: localTimeMs(to, timeZone) }
  if (span.fromMs >= span.toMs) throw new Error(`not a closure: ${text}`)
  return span
}

/** "2026-12-24 13:45" in a time zone as unix ms. */
function localTimeMs(text: string, timeZone: string): number {
  const [date = '', time = ''] = text.split(' ')
  const [hours = '', minutes = ''] = time.split(':')
  return localToUnixMs(timeZone, Date.parse(date) / dayMs, Number(hours) * 60 + Number(minutes))
}

/**
 * Looks up the sessions of one calendar. Caches the spans around the last query, so moving forward in time is cheap.
 */
export class SessionTable {
  readonly #calendar: Calendar
  readonly #closuresIn: (within: Span) => readonly Span[]
  #spans: Span[] = []
  #coveredFromMs = Infinity
  #coveredToMs = -Infinity

  /** `closuresIn` names further spans, in any range of time, in which it is closed. */
  constructor(calendar: Calendar, closuresIn: (within: Span) => readonly Span[] = () => []) {
    this.#calendar = calendar
    this.#closuresIn = closuresIn
  }

  /** The session at `atMs`. */
  at(atMs: number): Session {
    if (this.#calendar.isAlwaysOpen) return { isOpen: true, closesMs: null, opensMs: null }
    this.#cover(atMs)
    const next = this.#spans.find((span) => span.toMs > atMs)
    if (next === undefined) return { isOpen: false, closesMs: null, opensMs: null }
    if (next.fromMs > atMs) return { isOpen: false, closesMs: null, opensMs: next.fromMs }
    const following = this.#spans.find((span) => span.fromMs >= next.toMs)
    return { isOpen: true, closesMs: next.toMs, opensMs: following?.fromMs ?? null }
  }

  #cover(atMs: number): void {
    if (atMs >= this.#coveredFromMs && atMs < this.#coveredToMs) return
    const range = { fromMs: atMs - dayMs, toMs: atMs + horizonDays * dayMs }
    this.#spans = without(openSpans(this.#calendar, range), this.#closuresIn(range))
    this.#coveredFromMs = atMs
    this.#coveredToMs = atMs + dayMs
  }
}

/** The spans in which a calendar is open, joined where they touch, that begin within `within` or reach into it. */
export function openSpans(calendar: Calendar, within: Span): Span[] {
  if (calendar.isAlwaysOpen) return [within]
  const firstDay = Math.floor(within.fromMs / dayMs) - 8
  const lastDay = Math.ceil(within.toMs / dayMs) + 1
  const spans: Span[] = []
  for (let day = firstDay; day <= lastDay; day += 1) spans.push(...sessionsOpeningOn(calendar, day))
  const trading = spans.flatMap((span) => withoutHolidays(calendar, span))
  const closures = calendar.closures.filter(
    (closed) => closed.toMs > (spans[0]?.fromMs ?? Infinity) && closed.fromMs < within.toMs,
  )
  return without(joined(trading), closures).filter((span) => span.toMs > within.fromMs && span.fromMs < within.toMs)
}

/** The longest time that a calendar stays open at a stretch, ignoring holidays; Infinity where it never closes. */
export function longestSessionMs(calendar: Calendar): number {
  if (calendar.isAlwaysOpen) return Infinity
  const ordinary = { ...calendar, holidays: new Set<string>(), closures: [] }
  // A week away from any daylight-saving change in the catalogue's time zones.
  const fromMs = Date.UTC(2026, 0, 18)
  return Math.max(...openSpans(ordinary, { fromMs, toMs: fromMs + 7 * dayMs }).map((span) => span.toMs - span.fromMs))
}

/** `epochDay` counts civil days since 1970-01-01; weekday 0 is Sunday. */
function sessionsOpeningOn(calendar: Calendar, epochDay: number): Span[] {
  const weekday = (((epochDay + 4) % 7) + 7) % 7
  return calendar.sessions
    .filter((session) => session.opens.day === weekday)
    .map((session) => {
      const days = (session.closes.day - weekday + 7) % 7
      const closesSameDay = days === 0 && session.closes.minutes <= session.opens.minutes
      return {
        fromMs: localToUnixMs(calendar.timeZone, epochDay, session.opens.minutes),
        toMs: localToUnixMs(calendar.timeZone, epochDay + days + (closesSameDay ? 7 : 0), session.closes.minutes),
      }
    })
}

function withoutHolidays(calendar: Calendar, span: Span): Span[] {
  let rest: Span[] = [span]
  for (let day = Math.floor(span.fromMs / dayMs) - 1; day * dayMs <= span.toMs + dayMs; day += 1) {
    if (!calendar.holidays.has(new Date(day * dayMs).toISOString().slice(0, 10))) continue
    const fromMs = localToUnixMs(calendar.timeZone, day, 0)
    const toMs = localToUnixMs(calendar.timeZone, day + 1, 0)
    rest = without(rest, [{ fromMs, toMs }])
  }
  return rest
}

/** The parts of `spans` outside `closed`. */
function without(spans: readonly Span[], closed: readonly Span[]): Span[] {
  let rest = [...spans]
  for (const { fromMs, toMs } of closed)
    rest = rest.flatMap((part) => {
      if (part.toMs <= fromMs || part.fromMs >= toMs) return [part]
      return [
        ...(part.fromMs < fromMs ? [{ fromMs: part.fromMs, toMs: fromMs }] : []),
        ...(part.toMs > toMs ? [{ fromMs: toMs, toMs: part.toMs }] : []),
      ]
    })
  return rest
}

/** Sorts spans and joins those that touch or overlap. */
export function joined(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((left, right) => left.fromMs - right.fromMs)
  const result: Span[] = []
  for (const span of sorted) {
    const last = result.at(-1)
    if (last !== undefined && span.fromMs <= last.toMs)
      result[result.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
    else result.push(span)
  }
  return result
}

/** The civil date ("2026-01-26") of an instant in a time zone. */
export function localDate(timeZone: string, atMs: number): string {
  return new Date(atMs + offsetMinutes(timeZone, atMs) * minuteMs).toISOString().slice(0, 10)
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** Minutes that a zone is ahead of UTC at an instant. */
function offsetMinutes(timeZone: string, atMs: number): number {
  let format = zoneFormats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    zoneFormats.set(timeZone, format)
  }
  const name = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const match = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)
  if (match === null) throw new Error(`cannot read the offset “${name}” of ${timeZone}`)
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
  return match[1] === '-' ? -minutes : minutes
}

/**
 * A wall-clock time of a zone as unix ms. A time that daylight saving skips is read with the offset before the change.
 */
function localToUnixMs(timeZone: string, epochDay: number, minutes: number): number {
  const asUtcMs = epochDay * dayMs + minutes * minuteMs
  const guessMs = asUtcMs - offsetMinutes(timeZone, asUtcMs) * minuteMs
  return asUtcMs - offsetMinutes(timeZone, guessMs) * minuteMs
}
