import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseConfig } from '../../platform/config/index.ts'
import { parseFeedSymbols, priceBasisOf, readFeedSymbols, shiftDecimal } from './feed-symbols.ts'
import { withoutSecrets } from './live-source.ts'
import { oandaSource, readOanda } from './oanda.ts'
import { readTwelveData, twelveDataSource } from './twelve-data.ts'

const symbols = readFeedSymbols()
const none = new Map<string, number>()
const documented =
  '{"type":"PRICE","instrument":"EUR_USD","time":"2016-10-27T08:38:43.094548890Z","status":"tradeable","tradeable":true,"bids":[{"price":"1.09101","liquidity":10000000}],"asks":[{"price":"1.09115","liquidity":10000000}],"closeoutBid":"1.09097","closeoutAsk":"1.09119"}'

describe('a line of OANDA', () => {
  test('is a quote of the best level, with the time to the millisecond', () => {
    expect(readOanda(documented, none)).toEqual([
      expect.objectContaining({
        kind: 'quote',
        symbol: 'EUR_USD',
        bid: '1.09101',
        ask: '1.09115',
        last: null,
        sourceTimeMs: 1_477_557_523_094,
      }),
    ])
  })

  test('is no price where it cannot be traded at, or one side is missing', () => {
    for (const text of [
      documented.replace('"tradeable":true', '"tradeable":false'),
      documented.replace('"status":"tradeable"', '"status":"invalid"'),
      documented.replace(/"bids":\[.*?\]/, '"bids":[]'),
      '{"type":"HEARTBEAT","time":"2016-10-27T08:38:45.664613867Z"}',
    ])
      expect(readOanda(text, none)).toEqual([{ kind: 'alive' }])
  })

  test('counts dollars where the catalogue counts cents', () => {
    const corn = documented.replace('EUR_USD', 'CORN_USD').replace('1.09101', '4.2575').replace('1.09115', '4.2600')
    expect(readOanda(corn, new Map([['CORN_USD', 2]]))).toEqual([
      expect.objectContaining({ bid: '425.75', ask: '426.00' }),
    ])
  })

  test.each([
    '',
    '{',
    '[]',
    '7',
    '{"type":7}',
    documented.replace('1.09101', '-1'),
    documented.replace('2016-10-27T', 'x'),
    documented.slice(0, 90),
  ])('is garbage: %s', (text) => expect(readOanda(text, none)).toBeNull())
})

describe('a message of Twelve Data', () => {
  const message =
    '{"event":"price","symbol":"EUR/USD","currency_base":"Euro","currency_quote":"US Dollar","type":"Physical Currency","timestamp":1692249566,"price":1.0912,"bid":1.0911,"ask":1.0913}'

  test('is a quote digit for digit, of a whole second that orders nothing', () => {
    expect(readTwelveData(message.replace('1.0912', '1.09120'), none)).toEqual([
      expect.objectContaining({
        symbol: 'EUR/USD',
        bid: '1.0911',
        ask: '1.0913',
        last: '1.09120',
        sourceTimeMs: 1_692_249_566_000,
        order: null,
      }),
    ])
  })

  test('is a last price where there is no book', () => {
    expect(readTwelveData(message.replace(/,"bid".*\}/, '}'), none)).toEqual([
      expect.objectContaining({ bid: null, ask: null, last: '1.0912' }),
    ])
  })

  test('names what it does not have', () => {
    const text =
      '{"event":"subscribe-status","status":"warning","success":[{"symbol":"EUR/USD"}],"fails":[{"symbol":"XPD/USD"}]}'
    expect(readTwelveData(text, none)).toEqual([{ kind: 'alive' }, { kind: 'refused', symbol: 'XPD/USD' }])
    expect(readTwelveData(text.replace('[{"symbol":"XPD/USD"}]', 'null'), none)).toEqual([{ kind: 'alive' }])
  })

  test.each(['', '{', '7', '{"event":"price"}', message.replace('1.0912', '"x"'), message.replace('1692249566', '-5')])(
    'is garbage: %s',
    (text) => expect(readTwelveData(text, none)).toBeNull(),
  )
})

describe('the symbols of keyed sources', () => {
  test('name instruments of the catalogue, and no crypto pair against another currency', () => {
    const seedFile = new URL('../../../seed/instruments.json', import.meta.url)
    const schema = z.object({ instruments: z.array(z.object({ symbol: z.string(), category: z.string() })) })
    const { instruments } = schema.parse(JSON.parse(readFileSync(seedFile, 'utf8')))
    const catalogue = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
    for (const { symbol, theirs, basis } of [...symbols.oanda, ...symbols['twelve-data']]) {
      const instrument = catalogue.get(symbol)
      expect([symbol, instrument?.category === 'forex' || instrument?.category === 'futures']).toEqual([symbol, true])
      // Only a pair of currencies is itself; a commodity is never the futures contract.
      expect([symbol, basis === 'own']).toEqual([symbol, instrument?.category === 'forex'])
      const isPair = theirs.replace(/[_/]/, '') === symbol
      expect([symbol, isPair]).toEqual([symbol, instrument?.category === 'forex'])
    }
    expect([symbols.oanda.length, symbols['twelve-data'].length]).toEqual([68, 64])
    expect(priceBasisOf(symbols).get('GOLD')).toBe('spot')
  })

  test('are refused where one instrument would mean two things, or is named twice', () => {
    const entry = { symbol: 'GOLD', theirs: 'XAU_USD', basis: 'spot' }
    const parse = (oanda: object[], twelve: object[]) => () =>
      parseFeedSymbols({ source: '', feeds: { oanda, 'twelve-data': twelve } })
    expect(parse([entry], [entry])).not.toThrow()
    expect(parse([entry], [{ ...entry, basis: 'cfd' }])).toThrow('GOLD has two bases')
    expect(parse([entry, entry], [])).toThrow('oanda names an instrument twice')
  })

  test.each([
    ['4.2575', 2, '425.75'],
    ['0.1654', 2, '16.54'],
    ['5', 2, '500'],
    ['0.004', 2, '0.4'],
    ['1.09101', 0, '1.09101'],
  ])('%s moved by %i digits is %s', (text, shift, moved) => expect(shiftDecimal(text, shift)).toBe(moved))
})

describe('the keys of sources', () => {
  test('are in no sentence of the configuration', () => {
    const wrong = { CANDOR_OANDA_TOKEN: 'hunter 2', CANDOR_TWELVE_DATA_KEY: 'hunter\n3', CANDOR_OANDA_ACCOUNT: '1' }
    expect(() => parseConfig(wrong)).toThrow('CANDOR_OANDA_TOKEN must be letters')
    expect(() => parseConfig(wrong)).not.toThrow('hunter')
    expect(() => parseConfig({ CANDOR_OANDA_TOKEN: 'hunter' })).toThrow('must be set together')
  })

  test('are cut out of what a connection says of its end', () => {
    const oanda = oandaSource(
      { url: 'https://stream-fxpractice.oanda.com', token: 'hunter-2', account: '101-1' },
      symbols.oanda,
    )
    const twelve = twelveDataSource({ url: 'wss://ws.twelvedata.com/v1', key: 'hunter/3' }, symbols['twelve-data'])
    expect(withoutSecrets('cannot reach 101-1 with hunter-2', oanda)).toBe('cannot reach [secret] with [secret]')
    expect(withoutSecrets(twelve.url, twelve)).toBe('wss://ws.twelvedata.com/v1?apikey=[secret]')
    expect(oanda.lines?.listUrl).toBe('https://api-fxpractice.oanda.com/v3/accounts/101-1/instruments')
  })
})
