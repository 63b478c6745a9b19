import { describe, expect, test } from 'vitest'
import type { Frame } from '../../platform/bus/index.ts'
import { createSimulatedFeed, priceBasisOf, readFeedSymbols, withRolls } from '../quote-feeds/index.ts'
import type { QuoteFeed } from '../quote-feeds/index.ts'
import { SessionTable } from './calendar.ts'
import type { Instrument } from './catalogue.ts'
import { FrameBuilder } from './frame-builder.ts'
import { priceLabel } from './price-label.ts'
import { parseRolls, RollTable } from './rolls.ts'
import { readCalendars, readRolls, readSeedCatalogue } from './seed-files.ts'

const calendars = readCalendars()
const rolls = new RollTable(readRolls(), calendars)
const catalogue = readSeedCatalogue()
const at = (text: string) => Date.parse(text)

function instrumentOf(symbol: string): Instrument {
  const found = catalogue.find((instrument) => instrument.symbol === symbol)
  if (found === undefined) throw new Error(`no instrument ${symbol}`)
  return found
}

function sessionAt(symbol: string, time: string) {
  const instrument = instrumentOf(symbol)
  const calendar = calendars.get(instrument.calendarId)
  if (calendar === undefined) throw new Error('no calendar')
  const { isOpen, closesMs, opensMs } = new SessionTable(calendar, (within) => rolls.closures(instrument, within)).at(
    at(time),
  )
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return { isOpen, closes: text(closesMs), opens: text(opensMs) }
}

describe('the roll calendar', () => {
  test('prices the contract month until the close of its last day, and then the next', () => {
    const gas = instrumentOf('NATGAS')
    const rollMs = at('2026-01-26T22:00:00Z')
    expect(rolls.current(gas, rollMs - 1)).toEqual({ contractMonth: '2026-02', nextRollMs: rollMs })
    expect(rolls.current(gas, rollMs)).toEqual({ contractMonth: '2026-03', nextRollMs: at('2026-02-23T22:00:00Z') })
    // In summer, New York closes an hour earlier in UTC.
    expect(rolls.current(gas, at('2026-07-20T12:00:00Z')).nextRollMs).toBe(at('2026-07-27T21:00:00Z'))
  })

  test('names a month for every commodity through 2027, and for nothing else', () => {
    for (const instrument of catalogue) {
      const isCommodity = instrument.category === 'futures'
      for (const time of ['2026-01-02T12:00:00Z', '2026-11-21T12:00:00Z', '2027-12-20T12:00:00Z']) {
        const { contractMonth, nextRollMs } = rolls.current(instrument, at(time))
        expect([instrument.symbol, contractMonth !== null, nextRollMs !== null]).toEqual([
          instrument.symbol,
          isCommodity,
          isCommodity,
        ])
      }
    }
  })

  test('rolls in a session that exists, for every entry', () => {
    for (const [symbol, months] of readRolls()) {
      const instrument = instrumentOf(symbol)
      for (const { month, until } of months) {
        const { contractMonth, nextRollMs } = rolls.current(instrument, at(`${until}T00:00:00Z`))
        expect([symbol, contractMonth]).toEqual([symbol, month])
        expect(Math.abs((nextRollMs ?? 0) - at(`${until}T18:00:00Z`))).toBeLessThanOrEqual(9 * 3_600_000)
      }
    }
  })

  test('is refused where it is malformed or out of order', () => {
    const parse =
      (...texts: string[]) =>
      () =>
        parseRolls({ source: '', rolls: { NATGAS: texts } })
    expect(parse('2026-02 until 2026-01-26', '2026-03 until 2026-02-23')).not.toThrow()
    expect(parse('2026-03 until 2026-02-23', '2026-02 until 2026-01-26')).toThrow('out of order')
    expect(parse('2026-13 until 2026-02-23')).toThrow('invalid_format')
    const unknown = new RollTable(
      parseRolls({ source: '', rolls: { NATGAS: ['2026-02 until 2026-01-25'] } }),
      calendars,
    )
    expect(() => unknown.current(instrumentOf('NATGAS'), at('2026-01-20T00:00:00Z'))).toThrow(
      'on which no session ends',
    )
  })
})

describe('trading around a roll', () => {
  test('closes a quarter of an hour before, and says when it opens again', () => {
    const [closes, opens] = ['2026-01-26T21:45:00.000Z', '2026-01-26T23:00:00.000Z']
    expect(sessionAt('NATGAS', '2026-01-26T20:00:00Z')).toEqual({ isOpen: true, closes, opens })
    expect(sessionAt('NATGAS', closes)).toEqual({ isOpen: false, closes: null, opens })
    // Crude oil rolls on another day.
    expect(sessionAt('WTI', '2026-01-26T21:45:00Z')).toMatchObject({ isOpen: true, closes: '2026-01-26T22:00:00.000Z' })
  })
})

describe('prices across a roll', () => {
  const gas = { ...instrumentOf('NATGAS'), id: 1 }
  const rollMs = at('2026-01-26T22:00:00Z')
  const genesisMs = rollMs - 60_000

  async function framesOf(
    feed: QuoteFeed,
    slots: { from: number; count: number },
    last: Frame | null = null,
  ): Promise<Frame[]> {
    const rolling = withRolls(feed, {
      between: (fromMs, untilMs) => rolls.rollingBetween([gas], fromMs, untilMs).map(({ id }) => id),
      sinceMs: last === null ? null : genesisMs + (last.slot + 1) * 500,
    })
    const kind = feed.kindOf(1) ?? 'live'
    const session = () => ({ isOpen: true, closesMs: null, opensMs: null })
    const builder = new FrameBuilder({
      genesisMs,
      instruments: [gas],
      source: { kindOf: () => kind, session },
      last,
      openingTicks: () => 1n,
    })
    const frames: Frame[] = []
    for (let slot = slots.from; slot < slots.from + slots.count; slot += 1) {
      await rolling.readUntil(genesisMs + (slot + 1) * 500, builder)
      frames.push(builder.build(slot))
    }
    return frames
  }

  const simulated = () =>
    createSimulatedFeed({
      seed: 7,
      instruments: [
        {
          id: 1,
          tickDecimals: 3,
          tickUnits: 1n,
          levelTicks: 6_548,
          startTicks: 6_548,
          sigma30sTicks: 2.86,
          spreadTicks: 1,
          tradeUnits: 1,
        },
      ],
      isOpen: () => true,
    })

  test('belong to two epochs, though a simulation goes on as if nothing were', async () => {
    const frames = await framesOf(simulated(), { from: 0, count: 240 })
    const changes = frames.filter((frame, index) => index > 0 && frame.epochs[0] !== frames[index - 1]?.epochs[0])
    // The frame of the slot that ends with the roll is the first of the new epoch.
    expect(changes.map((frame) => genesisMs + (frame.slot + 1) * 500)).toEqual([rollMs])
  })

  test('belong to two epochs though nobody ran when it happened', async () => {
    const before = await framesOf(simulated(), { from: 0, count: 20 })
    const last = before.at(-1) ?? null
    const [after] = await framesOf(simulated(), { from: 200, count: 1 }, last)
    expect(after?.epochs[0]).toBe((last?.epochs[0] ?? 0) + 1)
    const [unrolled] = await framesOf(simulated(), { from: 30, count: 1 }, last)
    expect(unrolled?.epochs[0]).toBe(last?.epochs[0])
  })
})

test('labels a price with its contract month only where it is the price of that contract', () => {
  const labels = { rolls, bases: priceBasisOf(readFeedSymbols()) }
  const label = (symbol: string, kind: 'live' | 'simulated' | 'replay') =>
    priceLabel(labels, instrumentOf(symbol), kind, at('2025-11-21T12:00:00Z'))
  const later = at('2026-01-27T12:00:00Z')
  expect(priceLabel(labels, instrumentOf('NATGAS'), 'simulated', later)).toMatchObject({
    basis: 'own',
    exchangeSymbol: 'NG',
    contractMonth: '2026-03',
  })
  expect(priceLabel(labels, instrumentOf('NATGAS'), 'live', later)).toMatchObject({
    basis: 'cfd',
    exchangeSymbol: '',
    contractMonth: null,
  })
  expect(priceLabel(labels, instrumentOf('NATGAS'), 'live', later).nextRollMs).toBe(at('2026-02-23T22:00:00Z'))
  expect(label('GOLD', 'live')).toMatchObject({ basis: 'spot', contractMonth: null })
  expect(label('GOLD', 'replay')).toMatchObject({ basis: 'own', contractMonth: null, nextRollMs: null })
  expect(label('BTCUSDT', 'live')).toMatchObject({ basis: 'own', contractMonth: null, nextRollMs: null })
})
