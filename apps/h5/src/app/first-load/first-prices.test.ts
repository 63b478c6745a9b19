// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { drawFirstPrice, drawFirstPrices } from './first-prices.ts'

/** The texts that the page holds. Others are empty. */
const held: Readonly<Record<string, string>> = {
  'market.title': 'Market',
  'instrument.source.simulated': 'Simulated prices',
}
const texts = { locale: 'en-GB', t: (key: string) => held[key] ?? '' }
const instrument = {
  symbol: 'BTCUSDT',
  category: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  decimals: 2,
  source: 'simulated',
  state: 'open',
  isHalted: false,
}
const quote = { symbol: 'BTCUSDT', last: '64123.4', changeRate: '-1.23', state: 'open' }

beforeEach(() => {
  document.body.innerHTML = '<div class="start-view"><svg></svg><i></i><i></i><b>waiting</b></div>'
})

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const shown = () => [...document.querySelectorAll('h2, b > *')].map((element) => element.textContent)

describe('the first price of a contract page', () => {
  it('is written with its change and its source', () => {
    drawFirstPrice(document, instrument, quote, texts)
    expect(shown()).toEqual(['BTC/USDT', '64,123.40', '\u22121.23%Simulated prices'])
    expect(find('.price')?.dataset['state']).toBe('open')
    expect(find('.change')?.dataset['direction']).toBe('down')
  })

  it.each([
    ['closed', instrument, { ...quote, state: 'closed' }],
    ['stale', instrument, { ...quote, state: 'stale' }],
    ['halted', { ...instrument, isHalted: true }, quote],
  ])('shows no change while the market is %s', (state, ofMarket, last) => {
    drawFirstPrice(document, ofMarket, last, texts)
    expect(shown()).toEqual(['BTC/USDT', '64,123.40', 'Simulated prices'])
    expect(find('.price')?.dataset['state']).toBe(state)
  })

  it.each([
    ['the page lacks the text of its source', { ...instrument, source: 'indicative' }, quote],
    ['there is no such instrument', undefined, quote],
    ['it has no price', instrument, undefined],
  ])('waits for the app where %s', (_case, ofMarket, last) => {
    drawFirstPrice(document, ofMarket, last, texts)
    expect(shown()).toEqual([])
    expect(find('b')?.textContent).toBe('waiting')
  })
})

describe('the first prices of the market', () => {
  it('have no label where they are live', () => {
    drawFirstPrices(document, [{ ...instrument, source: 'live' }], [quote], texts)
    expect(shown()).toEqual(['Market', 'BTC/USDT64,123.40\u22121.23%'])
  })

  it.each([
    ['indicative', [{ ...instrument, source: 'indicative' }]],
    ['of several kinds', [instrument, { ...instrument, source: 'live' }]],
    ['none', []],
  ])('wait for the app where they are %s', (_case, instruments) => {
    drawFirstPrices(document, instruments, [quote], texts)
    expect(find('b')?.textContent).toBe('waiting')
  })
})
