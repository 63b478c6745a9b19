import { describe, expect, test } from 'vitest'
import { binanceSource, readBinance } from './binance.ts'
import { coinbaseSource, readCoinbase } from './coinbase.ts'
import { parseExactJson, plainDecimal } from './exact-json.ts'
import { krakenSource, readKraken } from './kraken.ts'
import { retryDelayMs, usualLimits } from './live-source.ts'
import { binanceTicker, krakenTicker } from './testing/fake-source.ts'

const readers = { readKraken, readBinance, readCoinbase }

describe('numbers in JSON', () => {
  test('keep every digit that was sent', () => {
    expect(
      parseExactJson('{"a":105944.20,"b":[0.1000000000000000055511151231257827,-36.98],"c":"1","d":9007199254740993}'),
    ).toEqual({
      a: '105944.20',
      b: ['0.1000000000000000055511151231257827', '-36.98'],
      c: '1',
      d: '9007199254740993',
    })
    expect(parseExactJson('{"a":')).toBeUndefined()
  })

  test.each([
    ['1.2e-7', '0.00000012'],
    ['-5E-3', '-0.005'],
    ['1.25e1', '12.5'],
    ['12e3', '12000'],
    ['1.5e+0', '1.5'],
    ['0.5', '0.5'],
  ])('write %s without its exponent as %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain)
    expect(Number(plain)).toBe(Number(text))
  })
})

describe('Kraken', () => {
  test('gives a quote with exactly the digits that it sent', () => {
    expect(readKraken(krakenTicker('BTC/USDT', { bid: '105944.20', ask: '105944.30' }))).toMatchObject([
      { kind: 'quote', symbol: 'BTC/USDT', bid: '105944.20', ask: '105944.30', last: null },
    ])
    expect(readKraken(krakenTicker('SHIB/USDT', { bid: '8.12e-6', ask: '0.00000813' }))).toMatchObject([
      { bid: '0.00000812', ask: '0.00000813' },
    ])
  })

  test('distinguishes heartbeats and responses from a refusal', () => {
    expect(readKraken('{"channel":"heartbeat"}')).toEqual([{ kind: 'alive' }])
    expect(
      readKraken('{"method":"subscribe","success":true,"result":{"channel":"ticker","symbol":"BTC/USD"},"req_id":1}'),
    ).toEqual([{ kind: 'alive' }])
    expect(
      readKraken('{"method":"subscribe","success":false,"error":"Currency pair not supported A/B","symbol":"A/B"}'),
    ).toEqual([{ kind: 'refused', symbol: 'A/B' }])
    expect(readKraken('{"method":"pong","req_id":101}')).toEqual([{ kind: 'alive' }])
  })

  test('is asked for pairs against Tether, never against the dollar in their place', () => {
    const { symbols, greetings } = krakenSource('ws://localhost')
    expect([symbols.get('BTCUSDT'), symbols.get('EURUSD'), symbols.get('USDTUSD')]).toEqual([
      'BTC/USDT',
      'EUR/USD',
      'USDT/USD',
    ])
    for (const [ours, theirs] of symbols) expect(theirs.replace('/', '')).toBe(ours)
    expect(greetings[0]).toContain('"event_trigger":"bbo"')
  })
})

describe('Binance', () => {
  test('gives quotes ordered by update id, and numbered trades', () => {
    expect(
      readBinance(binanceTicker('BTCUSDT', { bid: '61837.63000000', ask: '61837.64000000', id: 50_093_239_212 })),
    ).toMatchObject([
      {
        symbol: 'BTCUSDT',
        bid: '61837.63000000',
        ask: '61837.64000000',
        order: 50_093_239_212,
        isConsecutive: false,
        sourceTimeMs: null,
      },
    ])
    const trade =
      '{"stream":"bnbusdt@aggTrade","data":{"e":"aggTrade","E":1672515782136,"s":"BNBUSDT","a":12345,"p":"0.001","q":"100","f":100,"l":105,"T":1672515782136,"m":true,"M":true}}'
    expect(readBinance(trade)).toMatchObject([
      {
        symbol: 'BNBUSDT',
        bid: null,
        last: '0.001',
        volume: '100',
        order: 12_345,
        isConsecutive: true,
        sourceTimeMs: 1_672_515_782_136,
      },
    ])
  })

  test('announces its planned end, wrapped or raw', () => {
    expect(readBinance('{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}')).toEqual([
      { kind: 'closing' },
    ])
    expect(readBinance('{"e":"serverShutdown","E":1770123456789}')).toEqual([{ kind: 'closing' }])
    expect(readBinance('{"result":null,"id":1}')).toEqual([{ kind: 'alive' }])
  })

  test('is asked for all of its streams in one address', () => {
    const { url, symbols } = binanceSource('wss://example.test/')
    expect(url).toMatch(/^wss:\/\/example\.test\/stream\?streams=btcusdt@bookTicker\/btcusdt@aggTrade\//)
    expect(symbols.size).toBe(24)
  })
})

describe('Coinbase', () => {
  const ticker =
    '{"type":"ticker","sequence":3262786978,"trade_id":20153558,"product_id":"BTC-USDT","price":"4388.01","best_bid":"4388","best_ask":"4388.01","side":"buy","last_size":"0.03","time":"2017-09-02T17:05:49.250000Z"}'

  test('gives a quote, its trade, and when that was', () => {
    expect(readCoinbase(ticker)).toMatchObject([
      {
        symbol: 'BTC-USDT',
        bid: '4388',
        ask: '4388.01',
        last: '4388.01',
        volume: '0.03',
        sourceTimeMs: 1_504_371_949_250,
        order: 3_262_786_978,
      },
    ])
  })

  test('names the product that it refuses, and ignores kinds that it does not know', () => {
    expect(
      readCoinbase('{"type":"error","message":"Failed to subscribe","reason":"XYZ-USDT is not a valid product"}'),
    ).toEqual([{ kind: 'refused', symbol: 'XYZ-USDT' }])
    expect(readCoinbase('{"type":"something_new","x":1}')).toEqual([{ kind: 'alive' }])
  })

  test('is asked for one product a message', () => {
    expect(coinbaseSource('ws://localhost').greetings).toHaveLength(15)
  })
})

describe.each(Object.entries(readers))('%s', (_name, read) => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'garbage'],
    ['half a message', '{"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTC'],
    ['a bare number', '7'],
    ['null', 'null'],
  ])('takes %s for garbage', (_what, text) => {
    expect(read(text)).toBeNull()
  })
})

test.each([
  ['Kraken', readKraken(krakenTicker('BTC/USDT', { bid: '"1"', ask: 'null' }))],
  ['Binance', readBinance(binanceTicker('BTCUSDT', { bid: 'NaN', ask: '-1', id: 1 }))],
  [
    'Coinbase',
    readCoinbase(
      '{"type":"ticker","product_id":"BTC-USDT","sequence":1,"price":"1","best_bid":"","best_ask":"2","time":"soon"}',
    ),
  ],
])('a price that is none is garbage from %s', (_name, messages) => {
  expect(messages).toBeNull()
})

test('waits longer after each failure, never at once and never beyond the limit', () => {
  const limits = usualLimits.retry
  const longest = [1, 2, 3, 4, 50].map((failures) => retryDelayMs(failures, limits, () => 0.999_999))
  expect(longest.map(Math.round)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000])
  expect(retryDelayMs(50, limits, () => 0)).toBe(250)
})
