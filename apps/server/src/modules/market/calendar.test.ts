import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestSessionMs, openSpans, parseCalendars, SessionTable } from './calendar.ts'
import type { Calendar } from './calendar.ts'
import { readCalendars } from './seed-files.ts'

const calendars = readCalendars()
const hourMs = 3_600_000

function calendar(id: string): Calendar {
  const found = calendars.get(id)
  if (found === undefined) throw new Error(`no calendar ${id}`)
  return found
}

function sessionAt(id: string, time: string) {
  const session = new SessionTable(calendar(id)).at(Date.parse(time))
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return { isOpen: session.isOpen, closes: text(session.closesMs), opens: text(session.opensMs) }
}
const forexAt = (time: string) => sessionAt('fx-24x5', time)

describe('forex hours', () => {
  test('open on Sunday at 17:00 New York, in winter and in summer', () => {
    expect(forexAt('2026-01-11T21:59:59.999Z')).toMatchObject({ isOpen: false, opens: '2026-01-11T22:00:00.000Z' })
    expect(forexAt('2026-01-11T22:00:00Z')).toMatchObject({ isOpen: true, closes: '2026-01-16T22:00:00.000Z' })
    expect(forexAt('2026-07-05T20:59:59.999Z')).toMatchObject({ isOpen: false, opens: '2026-07-05T21:00:00.000Z' })
    expect(forexAt('2026-07-05T21:00:00Z')).toMatchObject({ isOpen: true, closes: '2026-07-10T21:00:00.000Z' })
  })

  test('begin in winter time and end in summer time in the week of the change', () => {
    expect(forexAt('2026-03-06T12:00:00Z')).toMatchObject({
      closes: '2026-03-06T22:00:00.000Z',
      opens: '2026-03-08T21:00:00.000Z',
    })
  })

  test('are closed on a holiday, and say when they open again', () => {
    expect(forexAt('2026-12-25T12:00:00Z')).toEqual({
      isOpen: false,
      closes: null,
      opens: '2026-12-27T22:00:00.000Z',
    })
    expect(forexAt('2026-12-24T12:00:00Z')).toMatchObject({ isOpen: true, closes: '2026-12-24T22:00:00.000Z' })
  })

  test('begin in summer time and end in winter time in the week of the other change', () => {
    expect(forexAt('2026-10-25T20:59:00Z')).toMatchObject({ isOpen: false, opens: '2026-10-25T21:00:00.000Z' })
    expect(forexAt('2026-10-30T20:59:59Z')).toMatchObject({
      isOpen: true,
      closes: '2026-10-30T21:00:00.000Z',
      opens: '2026-11-01T22:00:00.000Z',
    })
    expect(forexAt('2027-03-12T12:00:00Z')).toMatchObject({
      closes: '2027-03-12T22:00:00.000Z',
      opens: '2027-03-14T21:00:00.000Z',
    })
  })
})

describe('in the weeks in which London and America have changed their clocks apart', () => {
  // America changes on 8 March and 1 November 2026, London on 29 March and 25 October.
  test.each([
    ['2026-03-04', '01:00', '14:30'],
    ['2026-03-11', '01:00', '13:30'],
    ['2026-04-01', '00:00', '13:30'],
    ['2026-10-21', '00:00', '13:30'],
    ['2026-10-28', '01:00', '13:30'],
    ['2026-11-04', '01:00', '14:30'],
  ])('on %s Brent opens at %s and grains by day at %s of universal time', (date, brent, grains) => {
    const nightOf = sessionAt(
      'ice-brent',
      `${new Date(Date.parse(date) - 3_600_000 / 2).toISOString().slice(0, 10)}T23:59:00Z`,
    )
    expect(nightOf.opens).toBe(`${date}T${brent}:00.000Z`)
    expect(sessionAt('cbot-grains', `${date}T${grains}:00Z`).isOpen).toBe(true)
    expect(sessionAt('cbot-grains', new Date(Date.parse(`${date}T${grains}:00Z`) - 1).toISOString())).toMatchObject({
      isOpen: false,
      opens: `${date}T${grains}:00.000Z`,
    })
  })
})

describe('around holidays', () => {
  test.each([
    // Thanksgiving 2026: energy halts at 14:30 New York and opens in the evening; the day after ends early.
    ['cme-globex-23h', '2026-11-26T18:00:00Z', '2026-11-26T19:30:00.000Z', '2026-11-26T23:00:00.000Z'],
    ['cme-globex-23h', '2026-11-27T12:00:00Z', '2026-11-27T18:45:00.000Z', '2026-11-29T23:00:00.000Z'],
    // Grains do not trade from Wednesday's close to Friday morning, and end at 12:05 Chicago.
    ['cbot-grains', '2026-11-25T19:00:00Z', '2026-11-25T19:20:00.000Z', '2026-11-27T14:30:00.000Z'],
    ['cbot-grains', '2026-11-27T15:00:00Z', '2026-11-27T18:05:00.000Z', '2026-11-30T01:00:00.000Z'],
    // Christmas Eve 2026: nothing reopens that evening.
    ['cme-globex-23h', '2026-12-24T12:00:00Z', '2026-12-24T18:45:00.000Z', '2026-12-27T23:00:00.000Z'],
    ['ice-brent', '2026-12-24T12:00:00Z', '2026-12-24T19:00:00.000Z', '2026-12-27T23:00:00.000Z'],
    ['fx-24x5', '2026-12-31T12:00:00Z', '2026-12-31T22:00:00.000Z', '2027-01-03T22:00:00.000Z'],
    // Independence Day 2027 falls on a Sunday and is observed on Monday; energy halts and resumes that evening, in
    // summer time.
    ['cme-globex-23h', '2027-07-05T12:00:00Z', '2027-07-05T18:30:00.000Z', '2027-07-05T22:00:00.000Z'],
    ['ice-us-coffee', '2026-11-27T15:00:00Z', '2026-11-27T17:00:00.000Z', '2026-11-30T09:15:00.000Z'],
    ['ice-us-cotton', '2027-05-28T12:00:00Z', '2027-05-28T18:20:00.000Z', '2027-06-01T01:00:00.000Z'],
  ])('%s at %s is open until %s and opens again at %s', (id, at, closes, opens) => {
    expect(sessionAt(id, at)).toEqual({ isOpen: true, closes, opens })
    expect(sessionAt(id, closes)).toEqual({ isOpen: false, closes: null, opens })
    expect(sessionAt(id, opens).isOpen).toBe(true)
  })

  test.each([
    ['cme-globex-23h', '2026-04-02T23:00:00Z', '2026-04-05T22:00:00.000Z'],
    ['cbot-grains', '2026-09-07T02:00:00Z', '2026-09-08T00:00:00.000Z'],
    ['cme-livestock', '2026-12-24T18:30:00Z', '2026-12-28T14:30:00.000Z'],
  ])('%s is closed at %s until %s', (id, at, opens) =>
    expect(sessionAt(id, at)).toEqual({ isOpen: false, closes: null, opens }),
  )
})

test('halts futures for an hour a day', () => {
  expect(sessionAt('cme-globex-23h', '2026-07-14T20:59:00Z')).toMatchObject({
    isOpen: true,
    closes: '2026-07-14T21:00:00.000Z',
    opens: '2026-07-14T22:00:00.000Z',
  })
  expect(sessionAt('cme-globex-23h', '2026-07-14T21:30:00Z')).toMatchObject({
    isOpen: false,
    opens: '2026-07-14T22:00:00.000Z',
  })
})

test('closes grains between the night and the day session', () => {
  expect(sessionAt('cbot-grains', '2026-07-14T13:00:00Z')).toMatchObject({
    isOpen: false,
    opens: '2026-07-14T13:30:00.000Z',
  })
})

test('never closes crypto', () => {
  expect(sessionAt('crypto-24x7', '2026-12-25T03:00:00Z')).toEqual({ isOpen: true, closes: null, opens: null })
})

test('names the longest session of each kind', () => {
  expect(longestSessionMs(calendar('fx-24x5'))).toBe(120 * hourMs)
  expect(longestSessionMs(calendar('cme-globex-23h'))).toBe(23 * hourMs)
  expect(longestSessionMs(calendar('crypto-24x7'))).toBe(Infinity)
})

test.each([...calendars.keys()])('changes state exactly when %s said it would', (id) => {
  const table = new SessionTable(calendar(id))
  const from = Date.parse('2026-01-01T00:00:00Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }), (minute) => {
      const atMs = from + minute * 60_000
      const session = table.at(atMs)
      const changesMs = session.isOpen ? session.closesMs : session.opensMs
      if (changesMs === null) return
      expect(changesMs).toBeGreaterThan(atMs)
      expect(table.at(changesMs - 1).isOpen).toBe(session.isOpen)
      expect(table.at(changesMs).isOpen).toBe(!session.isOpen)
      const spans = openSpans(calendar(id), { fromMs: atMs, toMs: atMs + 1 })
      expect(spans.some((span) => span.fromMs <= atMs && atMs < span.toMs)).toBe(session.isOpen)
    }),
    { numRuns: 60 },
  )
})

test('reads a time right after the clocks change with the new offset', () => {
  const sessions = [{ opens: 'sun 03:30', closes: 'sun 12:00' }]
  const night = parseCalendars(
    { source: '', calendars: { a: { timeZone: 'America/New_York', isAlwaysOpen: false, sessions } } },
    { source: '', holidays: {} },
  ).get('a')
  if (night === undefined) throw new Error('the calendar was parsed')
  expect(new SessionTable(night).at(Date.parse('2026-03-08T00:00:00Z')).opensMs).toBe(
    Date.parse('2026-03-08T07:30:00Z'),
  )
  expect(new SessionTable(night).at(Date.parse('2026-11-01T00:00:00Z')).opensMs).toBe(
    Date.parse('2026-11-01T08:30:00Z'),
  )
})

test('refuses a closure that ends before it begins', () => {
  const calendars = { a: { timeZone: 'UTC', isAlwaysOpen: false, sessions: [] } }
  const parse = (closure: string) => () =>
    parseCalendars({ source: '', calendars }, { source: '', holidays: {}, closures: { a: [closure] } })
  expect(parse('2026-11-27 13:45 to 2026-11-29 18:00')).not.toThrow()
  expect(parse('2026-11-29 18:00 to 2026-11-27 13:45')).toThrow('not a closure')
  expect(parse('2026-11-27 to 2026-11-29')).toThrow('invalid_format')
})

test('refuses holidays of a calendar that does not exist, and times that are none', () => {
  const calendar = { timeZone: 'UTC', isAlwaysOpen: false, sessions: [{ opens: 'mon 09:00', closes: 'mon 17:00' }] }
  const files = (changed: object) => () =>
    parseCalendars(
      { source: '', calendars: { a: { ...calendar, ...changed } } },
      { source: '', holidays: { a: ['2026-01-01'] } },
    )
  expect(files({})).not.toThrow()
  expect(files({ sessions: [{ opens: 'mon 24:00', closes: 'mon 17:00' }] })).toThrow('invalid_format')
  expect(() => parseCalendars({ source: '', calendars: {} }, { source: '', holidays: { b: [] } })).toThrow(
    'unknown calendar: b',
  )
})
