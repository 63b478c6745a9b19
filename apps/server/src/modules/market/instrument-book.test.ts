import { describe, expect, test } from 'vitest'
import type { FeedTick } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import { InstrumentBook } from './instrument-book.ts'
import { readSeedCatalogue } from './seed-files.ts'

function seeded(symbol: string): Instrument {
  const found = readSeedCatalogue().find((instrument) => instrument.symbol === symbol)
  if (found === undefined) throw new Error(`no instrument ${symbol}`)
  return found
}

const euro = seeded('EURUSD') // 6 official decimals, stale after 60 s, spread at most 25 bps, outliers beyond 50 bps
const fresh = { ticks: 0n, epoch: 1, tickMs: -Infinity }

function tick(timeMs: number, values: Partial<FeedTick>): FeedTick {
  return { instrumentId: 1, source: 'a', bid: null, ask: null, last: null, volume: null, ...values, timeMs }
}

function bookWith(instrument: Instrument, ...ticks: FeedTick[]): InstrumentBook {
  const book = new InstrumentBook(instrument, fresh)
  for (const each of ticks) book.take(each)
  return book
}

describe('the price of one source', () => {
  test('is the exact mid of bid and ask, with one digit more than the exchange tick', () => {
    expect(bookWith(euro, tick(0, { bid: '1.38704', ask: '1.38705' })).point(500, true)).toMatchObject({
      ticks: 1_387_045n,
      state: 'open',
      ageMs: 500,
    })
  })

  test('is the last trade where there is no book, or no fresh one', () => {
    const gold = seeded('GOLD')
    expect(bookWith(gold, tick(0, { last: '1313.7' })).point(500, true).ticks).toBe(131_370n)
    const book = bookWith(gold, tick(0, { bid: '1313.0', ask: '1313.2' }), tick(30_000, { last: '1313.7' }))
    expect(book.point(31_000, true)).toMatchObject({ ticks: 131_310n, ageMs: 31_000 })
    expect(book.point(91_000, true)).toMatchObject({ ticks: 131_370n, ageMs: 61_000 })
  })

  test('may be negative', () => {
    expect(bookWith(seeded('WTI'), tick(0, { last: '-37.63' })).point(500, true)).toMatchObject({
      ticks: -37_630n,
      state: 'open',
    })
  })

  test('takes finer digits than the official ones and rounds once', () => {
    expect(bookWith(seeded('GOLD'), tick(0, { bid: '1291.909', ask: '1292.407' })).point(500, true).ticks).toBe(
      129_216n,
    )
  })
})

describe('a tick that cannot be used', () => {
  const good = tick(0, { bid: '1.38700', ask: '1.38710' })

  test('is dropped whole when it is crossed, and the quote before it stays', () => {
    const book = bookWith(euro, good)
    expect(book.take(tick(100, { bid: '1.40000', ask: '1.39000', last: '1.5' }))).toBe('crossed')
    expect(book.point(500, true)).toMatchObject({ ticks: 1_387_050n, ageMs: 500 })
  })

  test.each(['', 'NaN', '1e5', '1,38', '٣', '0x10', ' 1', '1.3870000000001'])('is malformed as %j', (text) => {
    const book = bookWith(euro, good)
    expect(book.take(tick(100, { bid: text, ask: '1.38710' }))).toBe('malformed')
    expect(book.point(500, true).ticks).toBe(1_387_050n)
  })

  test('is late when its source went back in time', () => {
    const book = bookWith(euro, tick(1_000, { bid: '1.38700', ask: '1.38710' }))
    expect(book.take(tick(999, { bid: '1.2', ask: '1.2' }))).toBe('late')
    expect(book.take(tick(999, { source: 'b', bid: '1.38700', ask: '1.38720' }))).toBe('taken')
  })
})

describe('the state', () => {
  test('is stale before the first tick, after the last one grew old, and open again with the next', () => {
    const book = new InstrumentBook(euro, { ticks: 1_300_000n, epoch: 3, tickMs: -Infinity })
    expect(book.point(500, true)).toMatchObject({
      state: 'stale',
      ticks: 1_300_000n,
      epoch: 3,
      staleReason: 'no-source',
    })
    book.take(tick(600, { bid: '1.38700', ask: '1.38710' }))
    expect(book.point(60_600, true)).toMatchObject({ state: 'open', epoch: 3 })
    expect(book.point(60_601, true)).toMatchObject({ state: 'stale', ticks: 1_387_050n, ageMs: 60_001 })
    book.take(tick(61_000, { bid: '1.38800', ask: '1.38810' }))
    expect(book.point(61_000, true)).toMatchObject({ state: 'open', ageMs: 0 })
  })

  test('is stale while the spread is too wide', () => {
    const book = bookWith(euro, tick(0, { bid: '1.38700', ask: '1.39048' }))
    expect(book.point(500, true).state).toBe('stale')
    book.take(tick(600, { bid: '1.38700', ask: '1.39046' }))
    expect(book.point(1_000, true).state).toBe('open')
  })

  test('is stale while two sources stand apart', () => {
    const book = bookWith(
      euro,
      tick(0, { bid: '1.38', ask: '1.38' }),
      tick(0, { source: 'b', bid: '1.40', ask: '1.40' }),
    )
    expect(book.point(500, true)).toMatchObject({ state: 'stale', staleReason: 'divergent' })
  })

  test('is closed outside the session, whatever ticks come, and keeps the price and no volume', () => {
    const book = bookWith(euro, tick(0, { bid: '1.38700', ask: '1.38710' }))
    book.point(500, true)
    book.take(tick(600, { bid: '1.5', ask: '1.5', volume: '3' }))
    expect(book.point(1_000, false)).toMatchObject({ state: 'closed', ticks: 1_387_050n, volumeUnits: 0n })
  })
})

describe('a new epoch', () => {
  test('begins with a roll step: natural gas falls by half between two ticks', () => {
    const book = bookWith(seeded('NATGAS'), tick(0, { last: '6.800' }))
    expect(book.point(500, true).epoch).toBe(1)
    book.take(tick(600, { last: '3.200' }))
    expect(book.point(1_000, true)).toMatchObject({ ticks: 32_000n, epoch: 2, state: 'open' })
    book.take(tick(1_100, { last: '3.210' }))
    expect(book.point(1_500, true).epoch).toBe(2)
  })

  test('begins with a seam, which also forgets the sources', () => {
    const book = bookWith(euro, tick(0, { bid: '1.38700', ask: '1.38710' }))
    book.seam()
    expect(book.point(500, true)).toMatchObject({ state: 'stale', epoch: 2 })
  })

  test('begins with a step from the newest stored price, where the frame between was not stored', () => {
    const at = (price: string) => ({ bid: price, ask: price })
    const book = bookWith(euro, tick(0, at('1.38000')))
    expect(book.point(500, true).epoch).toBe(1)
    book.take(tick(600, at('1.39000')))
    expect(book.point(1_000, true).epoch).toBe(1)
    book.take(tick(1_100, at('1.40000')))
    book.continueFrom(1_380_000n, 1)
    expect(book.point(1_500, true)).toMatchObject({ ticks: 1_400_000n, epoch: 2 })
  })

  test('does not begin with an ordinary move, or with the first price after an opening one', () => {
    const book = new InstrumentBook(euro, { ticks: 1n, epoch: 1, tickMs: -Infinity })
    book.take(tick(0, { bid: '1.38700', ask: '1.38710' }))
    expect(book.point(500, true).epoch).toBe(1)
    book.take(tick(600, { bid: '1.40000', ask: '1.40010' }))
    expect(book.point(1_000, true).epoch).toBe(1)
  })
})

test('sums the volume of a slot and begins the next at zero', () => {
  const book = bookWith(
    euro,
    tick(0, { last: '1.3', volume: '0.02' }),
    tick(1, { last: '1.3', volume: '1.00000055' }),
    tick(2, { last: '1.3', volume: '-4' }),
  )
  expect(book.point(500, true).volumeUnits).toBe(1_020_000n)
  expect(book.point(1_000, true).volumeUnits).toBe(0n)
})

describe('the lag', () => {
  const spoken = (book: InstrumentBook, source: string, lagMs: number, count: number) => {
    for (let index = 0; index < count; index += 1)
      book.take(tick(index, { source, bid: '1.38000', ask: '1.38000', lagMs }))
  }

  test('is that of the slowest connected source, once enough messages came', () => {
    const book = bookWith(euro)
    spoken(book, 'a', 200, 64)
    spoken(book, 'b', 1_700, 63)
    expect(book.lagMs()).toBe(200)
    spoken(book, 'b', 1_700, 64)
    expect(book.lagMs()).toBe(1_700)
    book.lost('b')
    expect(book.lagMs()).toBe(200)
  })

  test('is unknown before', () => {
    expect(bookWith(euro, tick(0, { bid: '1.38000', ask: '1.38000', lagMs: 4_000 })).lagMs()).toBeNull()
  })
})

describe('a live price', () => {
  // Fresh is at most 3 s old, two sources differ by at most 5 bps, three are required where three are connected.
  const bounded = { ...euro, freshMs: 3_000, agreementPpm: 500 }
  const quote = (source: string, timeMs: number, price: string, lagMs = 0) =>
    tick(timeMs, { source, bid: price, ask: price, lagMs })

  test('of one source is indicative with play money, and stale with real money', () => {
    const alone = () => bookWith(bounded, quote('a', 0, '1.38000'))
    expect(alone().point(500, true, 'labelled')).toMatchObject({ state: 'open', isIndicative: true })
    expect(alone().point(500, true, 'required')).toMatchObject({ state: 'stale', staleReason: 'few-sources' })
    expect(alone().point(500, true)).toMatchObject({ state: 'open', isIndicative: false })
  })

  test('of two fresh sources is open, and indicative once one of them is older than fresh', () => {
    const book = bookWith(bounded, quote('a', 0, '1.38000'), quote('b', 0, '1.38010'))
    expect(book.point(3_000, true, 'required')).toMatchObject({ state: 'open', ticks: 1_380_050n, isIndicative: false })
    book.take(quote('a', 3_100, '1.38000'))
    expect(book.point(3_500, true, 'labelled')).toMatchObject({ state: 'open', isIndicative: true })
    expect(book.point(3_500, true, 'required').state).toBe('stale')
  })

  test('counts the age of a quote from its own time, or from the measured lag of its source', () => {
    const late = () => bookWith(bounded, quote('a', 0, '1.38000'), quote('b', 0, '1.38010', 2_600))
    expect(late().point(400, true, 'required').state).toBe('open')
    expect(late().point(500, true, 'required').state).toBe('stale')
  })

  test('of two fresh sources beyond the small band is stale with real money, and indicative with play money', () => {
    const apart = () => bookWith(bounded, quote('a', 0, '1.38000'), quote('b', 0, '1.38070'))
    expect(apart().point(500, true, 'required')).toMatchObject({ state: 'stale', staleReason: 'divergent' })
    expect(apart().point(500, true, 'labelled')).toMatchObject({ state: 'open', isIndicative: true })
  })

  test('of two fresh sources beyond the outlier band is stale, also with play money', () => {
    const apart = bookWith(bounded, quote('a', 0, '1.38000'), quote('b', 0, '1.39000'))
    expect(apart.point(500, true, 'labelled')).toMatchObject({ state: 'stale', staleReason: 'divergent' })
  })

  test('needs three fresh sources where three are connected, and two again when one disconnects', () => {
    const book = bookWith(bounded, quote('a', 0, '1.38000'), quote('b', 0, '1.38010'), quote('c', 0, '1.38020'))
    expect(book.point(500, true, 'required').state).toBe('open')
    book.take(quote('a', 4_000, '1.38000'))
    book.take(quote('b', 4_000, '1.38010'))
    expect(book.point(4_500, true, 'required').state).toBe('stale')
    book.lost('c')
    expect(book.point(4_500, true, 'required')).toMatchObject({ state: 'open', ticks: 1_380_050n })
  })

  test('leaves out a source that is older than fresh where enough others are', () => {
    const tooFew = { ...bounded, minFreshSources: 2 }
    const book = bookWith(tooFew, quote('c', 0, '1.38400'), quote('a', 4_000, '1.38000'), quote('b', 4_000, '1.38010'))
    book.lost('c')
    expect(book.point(4_500, true, 'labelled')).toMatchObject({ ticks: 1_380_050n, isIndicative: false })
  })
})
