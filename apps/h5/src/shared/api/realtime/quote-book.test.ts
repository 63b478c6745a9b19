import { describe, expect, it } from 'vitest'
import type { QuoteView } from '@candor/api'
import { fixture } from '../../testing/fixture.ts'
import { applyFrame, applySnapshot, changeRateOf, emptyBook } from './quote-book.ts'

const quote = fixture<QuoteView>({
  id: 1,
  symbol: 'GOLD',
  last: '4000.0',
  open: '4000.0',
  high: '4010.0',
  low: '3990.0',
  volume: '12',
  changeRate: '0.00',
  slot: 100,
  ageMs: 200,
  state: 'open',
})

function bookWith(...items: QuoteView[]) {
  const book = emptyBook()
  applySnapshot(book, { op: 'snapshot', ch: 'quotes', slot: 100, atMs: 50_000, items })
  return book
}

describe('a snapshot', () => {
  it('keeps when the price was ticked, in server time', () => {
    expect(bookWith(quote()).bySymbol.get('GOLD')?.tickAtMs).toBe(49_800)
  })

  it('does not put an older quote over a newer one', () => {
    const book = bookWith(quote({ slot: 100, last: '4001.0' }))
    const changed = applySnapshot(book, {
      op: 'snapshot',
      ch: 'quotes',
      slot: 99,
      atMs: 49_500,
      items: [quote({ slot: 99, last: '3999.0' })],
    })
    expect(changed).toEqual([])
    expect(book.bySymbol.get('GOLD')?.last).toBe('4001.0')
    expect(book.newestSlot).toBe(100)
  })
})

describe('a frame', () => {
  it('changes price, state, age and the change rate of the instruments that it names', () => {
    const book = bookWith(quote(), quote({ id: 2, symbol: 'SILVER' }))
    expect(applyFrame(book, { op: 'frame', slot: 101, atMs: 50_500, quotes: [[1, '4024.8', 2, 7_000]] })).toEqual([
      'GOLD',
    ])
    expect(book.bySymbol.get('GOLD')).toMatchObject({
      last: '4024.8',
      changeRate: '0.62',
      state: 'stale',
      slot: 101,
      tickAtMs: 43_500,
    })
    expect(book.bySymbol.get('SILVER')?.slot).toBe(100)
    expect(book.newestSlot).toBe(101)
  })

  it('is ignored for a quote that is newer', () => {
    const book = bookWith(quote({ slot: 105 }))
    expect(applyFrame(book, { op: 'frame', slot: 104, atMs: 50_000, quotes: [[1, '1.0', 1, 0]] })).toEqual([])
    expect(book.bySymbol.get('GOLD')?.last).toBe('4000.0')
  })

  it('leaves instruments that no snapshot has named', () => {
    const book = bookWith(quote())
    expect(applyFrame(book, { op: 'frame', slot: 101, atMs: 50_500, quotes: [[9, '1.0', 1, 0]] })).toEqual([])
  })

  it('takes new day figures and counts the change from the new base', () => {
    const book = bookWith(quote())
    applyFrame(book, {
      op: 'frame',
      slot: 101,
      atMs: 50_500,
      quotes: [],
      statistics: [[1, '3200.0', '4020.0', '3100.0', '99']],
    })
    expect(book.bySymbol.get('GOLD')).toMatchObject({
      open: '3200.0',
      high: '4020.0',
      low: '3100.0',
      volume: '99',
      changeRate: '25.00',
    })
  })
})

describe('the change rate', () => {
  it('is exact, signed, and rounded half to even', () => {
    expect(changeRateOf('98.62', '100')).toBe('-1.38')
    expect(changeRateOf('100.005', '100')).toBe('0.00')
    expect(changeRateOf('100.015', '100')).toBe('0.02')
  })

  it('stands against the size of a negative base', () => {
    expect(changeRateOf('-30', '-40')).toBe('25.00')
  })

  it('is zero where there is no base', () => {
    expect(changeRateOf('5', '0')).toBe('0.00')
  })
})
