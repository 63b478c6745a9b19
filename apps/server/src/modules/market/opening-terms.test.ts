import { describe, expect, test } from 'vitest'
import { longestSessionMs } from './calendar.ts'
import { categories, tickOf } from './catalogue.ts'
import { expectedTieRate, openingTerms } from './opening-terms.ts'
import { sourceCounts } from '../quote-feeds/index.ts'
import { readCalendars, readSeedCatalogue } from './seed-files.ts'

const catalogue = readSeedCatalogue()
const calendars = readCalendars()
const counts = sourceCounts()
const ground = { longestSessionMs: Infinity, sourceCount: 3 }

function termsOf(symbol: string) {
  const instrument = catalogue.find((each) => each.symbol === symbol)
  const calendar = calendars.get(instrument?.calendarId ?? '')
  if (instrument === undefined || calendar === undefined) throw new Error(`no instrument ${symbol}`)
  return openingTerms(instrument, {
    longestSessionMs: longestSessionMs(calendar),
    sourceCount: counts.get(symbol) ?? 0,
  })
}

const offeredSeconds = (symbol: string) =>
  termsOf(symbol)
    .filter((terms) => terms.isOffered)
    .map((terms) => terms.durationSlots / 2)

describe('the catalogue', () => {
  test('has 26 futures, 60 forex pairs, 24 crypto pairs, and the hidden price of USDT', () => {
    const shown = catalogue.filter((instrument) => !instrument.isHidden)
    expect(categories.map((category) => shown.filter((instrument) => instrument.category === category).length)).toEqual(
      [26, 60, 24],
    )
    expect(catalogue.filter((instrument) => instrument.isHidden).map((instrument) => instrument.symbol)).toEqual([
      'USDTUSD',
    ])
  })

  test('numbers instruments from 1 without a hole, and names a calendar that exists', () => {
    expect(catalogue.map((instrument) => instrument.id)).toEqual(catalogue.map((_, index) => index + 1))
    for (const instrument of catalogue) expect(calendars.has(instrument.calendarId)).toBe(true)
  })

  test('gives the official price one digit more than the exchange tick', () => {
    expect(tickOf('0.1')).toEqual({ tickDecimals: 1, tickUnits: 1n, priceDecimals: 2 })
    expect(tickOf('0.25')).toEqual({ tickDecimals: 2, tickUnits: 25n, priceDecimals: 3 })
    expect(tickOf('1')).toEqual({ tickDecimals: 0, tickUnits: 1n, priceDecimals: 1 })
    expect(() => tickOf('0')).toThrow('not a tick size')
  })
})

describe('the agreement of two sources', () => {
  const agreementOf = (symbol: string) => catalogue.find((each) => each.symbol === symbol)?.agreementPpm

  test('is a quarter of the standard deviation of 30 s', () => {
    expect([agreementOf('EURUSD'), agreementOf('NZDUSD'), agreementOf('BNBUSDT')]).toEqual([20, 28, 160])
  })

  test('is at least an exchange tick, by which books differ at any moment', () => {
    // A quarter of a cent on 4.25 dollars.
    expect(agreementOf('CORN')).toBe(588)
  })

  test('is so little of the move over any duration on offer that a customer who moves a book loses', () => {
    for (const instrument of catalogue) {
      const { price, sigma30sTicks } = instrument.simulation
      const tickPpm = (1_000_000 * Number(instrument.tickUnits)) / 10 ** instrument.tickDecimals / Number(price)
      for (const { durationSlots } of openingTerms(instrument, ground).filter((terms) => terms.isOffered)) {
        const movePpm = tickPpm * sigma30sTicks * Math.sqrt(durationSlots / 60)
        // Rounded to a millionth.
        expect(instrument.agreementPpm).toBeLessThanOrEqual(movePpm / 4 + 1)
      }
    }
  })

  test('leaves quotes younger than the entry window', () => {
    for (const instrument of catalogue)
      for (const { entryWindowSlots } of openingTerms(instrument, ground))
        expect(instrument.freshMs).toBeLessThan(entryWindowSlots * 500)
  })
})

describe('opening terms', () => {
  test('leave out durations that would end equal too often', () => {
    expect(expectedTieRate(0.54, 30)).toBeGreaterThan(0.05)
    expect(offeredSeconds('CORN')).not.toContain(30)
    expect(offeredSeconds('BTCUSDT')).toEqual([30, 60, 120, 300, 900, 1_800, 3_600, 14_400, 86_400])
    expect(offeredSeconds('EURDKK')).not.toContain(120)
  })

  test('leave out what no session can hold', () => {
    expect(offeredSeconds('GOLD')).toContain(14_400)
    expect(offeredSeconds('GOLD')).not.toContain(86_400)
    expect(offeredSeconds('EURUSD')).toContain(86_400)
  })

  test('may pay less at once where few sources price the instrument', () => {
    const paid = (symbol: string) => {
      const instrument = catalogue.find((each) => each.symbol === symbol)
      return [counts.get(symbol) ?? 0, termsOf(symbol)[0]?.maxOpenPayoutUnits, instrument?.category]
    }
    // Kraken, Binance and Coinbase; Binance; OANDA and Twelve Data; OANDA; none.
    expect(paid('BTCUSDT')).toEqual([3, 100_000_000_000n, 'crypto'])
    expect(paid('TRXUSDT')).toEqual([1, 20_000_000_000n, 'crypto'])
    expect(paid('GOLD')).toEqual([2, 25_000_000_000n, 'futures'])
    expect(paid('CORN')).toEqual([1, 10_000_000_000n, 'futures'])
    expect(paid('OATS')).toEqual([0, 50_000_000_000n, 'futures'])
  })

  test('offer the hidden instrument never', () => {
    expect(offeredSeconds('USDTUSD')).toEqual([])
  })

  test.each(catalogue.map((instrument) => instrument.symbol))(
    'of %s stay within payout 80–92 %%, fee 0–1 %%, stake 1–5,000',
    (symbol) => {
      for (const terms of termsOf(symbol)) {
        expect(terms.payoutBps).toBeGreaterThanOrEqual(8_000)
        expect(terms.payoutBps).toBeLessThanOrEqual(9_200)
        expect(terms.feeBps).toBeGreaterThanOrEqual(0)
        expect(terms.feeBps).toBeLessThanOrEqual(100)
        expect([terms.stakeMinUnits, terms.stakeMaxUnits]).toEqual([1_000_000n, 5_000_000_000n])
        // The house keeps an edge at even odds.
        expect(terms.payoutBps - terms.feeBps).toBeLessThan(10_000)
      }
    },
  )
})
