import { describe, expect, it } from 'vitest'
import { linkOf, requestOf, requestOfLink } from './check-link.ts'

const contract = '?instrument=BTCUSDT&entry=1000&exit=1120&entryWindow=10&exitWindow=10'

describe('the link of a check', () => {
  it('names the windows of a contract, or one slot', () => {
    expect(requestOf(contract)).toEqual({
      kind: 'contract',
      symbol: 'BTCUSDT',
      timing: { entrySlot: 1000, exitSlot: 1120, entryWindowSlots: 10, exitWindowSlots: 10 },
    })
    expect(requestOf('?instrument=GC&at=7'.replace('GC', 'GOLD'))).toEqual({ kind: 'price', symbol: 'GOLD', slot: 7 })
    expect(requestOf('')).toBeNull()
  })

  it('is written as it is read', () => {
    for (const query of [contract, '?instrument=BTCUSDT&at=7']) {
      const request = requestOf(query)
      expect(request === null ? null : linkOf(request)).toBe(`/check/${query}`)
    }
  })

  it('is found in a whole address, and in no other text of a code', () => {
    expect(requestOfLink('https://candor.example/check/?instrument=BTCUSDT&at=7')).toEqual(
      requestOf('?instrument=BTCUSDT&at=7'),
    )
    for (const text of ['', 'https://', 'https://candor.example/', 'bitcoin:bc1q', '/check/?instrument=BTCUSDT&at=x'])
      expect(requestOfLink(text)).toBeNull()
  })

  it.each([
    ['?instrument=gold&at=7', 'unknown-instrument'],
    ['?instrument=BTCUSDT', 'bad-link'],
    ['?instrument=BTCUSDT&at=-1', 'bad-link'],
    ['?instrument=BTCUSDT&entry=1000&exit=1010&entryWindow=10&exitWindow=10', 'bad-link'],
    ['?instrument=BTCUSDT&entry=1000&exit=9000&entryWindow=10&exitWindow=900', 'bad-link'],
    ['?instrument=BTCUSDT&entry=1000&exit=1060&entryWindow=1&exitWindow=1', 'old-rule'],
  ])('refuses %s', (query, fault) => {
    expect(() => requestOf(query)).toThrow(fault)
  })
})
