import { describe, expect, it } from 'vitest'
import { advertCost, advertError, merchantError, emptyAdvert, isOutsideBand, matchesSale } from './floor-model.ts'

const advert = { isAuto: false, unitPrice: '0.9985', total: '10000', minimum: '50', maximum: '5000', note: '' }
const unknown = { bid: null, band: null }
const band = { officialPrice: '1.0000', bandBps: 100 }

it('finds a sale by number, account, desk and quantity', () => {
  const sale = {
    id: '12',
    account: '4471 0928',
    desk: { name: 'Kestrel OTC', kind: 'house' as const },
    quantity: '350',
  }
  for (const search of ['', '12', '44710928', '4471 09', 'kestrel o', '35'])
    expect(matchesSale(sale, search)).toBe(true)
  for (const search of ['13', '999', 'meridian']) expect(matchesSale(sale, search)).toBe(false)
})

describe('an advert', () => {
  it('needs a price of four decimals, a total, and limits within it', () => {
    expect(advertError(advert, unknown)).toBe(null)
    expect(advertError(emptyAdvert, unknown)).toBe('price')
    expect(advertError({ ...advert, unitPrice: '0.99851' }, unknown)).toBe('price')
    expect(advertError({ ...advert, total: '0' }, unknown)).toBe('total')
    for (const limits of [{ minimum: '5001' }, { maximum: '10001' }, { minimum: '0' }, { maximum: '' }]) {
      expect(advertError({ ...advert, ...limits }, unknown)).toBe('limits')
    }
  })

  it('that pays by itself is not priced above what a swap pays', () => {
    expect(advertError({ ...advert, isAuto: true }, { bid: '0.9985', band: null })).toBe(null)
    expect(advertError({ ...advert, isAuto: true }, { bid: '0.9984', band: null })).toBe('above-bid')
    expect(advertError(advert, { bid: '0.9984', band: null })).toBe(null)
  })

  it('outside the band of the official price is for two operators, with a reason', () => {
    for (const unitPrice of ['0.99', '1', '1.01', 'x']) expect(isOutsideBand({ unitPrice }, band)).toBe(false)
    for (const unitPrice of ['0.9899', '1.0101', '9000']) expect(isOutsideBand({ unitPrice }, band)).toBe(true)
    expect(isOutsideBand({ unitPrice: '9000' }, { ...band, officialPrice: null })).toBe(false)
    expect(isOutsideBand({ unitPrice: '9000' }, null)).toBe(false)
    expect(advertError({ ...advert, unitPrice: '1.02' }, { bid: null, band })).toBe('note')
    expect(advertError({ ...advert, unitPrice: '1.02', note: 'a large seller' }, { bid: null, band })).toBe(null)
  })

  it('keeps all that it may cost, rounded up', () => {
    expect(advertCost(advert)).toBe('9985')
    expect(advertCost({ unitPrice: '0.9999', total: '0.000001' })).toBe('0.000001')
    expect(advertCost({ unitPrice: '', total: '1' })).toBe(null)
  })
})

it('asks for the name of a desk, and for the account of a merchant', () => {
  expect(merchantError({ name: 'Harbour', kind: 'house', account: '' })).toBe(null)
  expect(merchantError({ name: 'H', kind: 'house', account: '' })).toBe('name')
  expect(merchantError({ name: 'Harbour', kind: 'merchant', account: ' ' })).toBe('account')
})
