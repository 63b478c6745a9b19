import { describe, expect, it } from 'vitest'
import { advertCost, advertError, merchantError, emptyAdvert, matchesSale } from './floor-model.ts'

const advert = { isAuto: false, unitPrice: '0.9985', total: '10000', minimum: '50', maximum: '5000' }

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
    expect(advertError(advert, null)).toBe(null)
    expect(advertError(emptyAdvert, null)).toBe('price')
    expect(advertError({ ...advert, unitPrice: '0.99851' }, null)).toBe('price')
    expect(advertError({ ...advert, total: '0' }, null)).toBe('total')
    for (const limits of [{ minimum: '5001' }, { maximum: '10001' }, { minimum: '0' }, { maximum: '' }]) {
      expect(advertError({ ...advert, ...limits }, null)).toBe('limits')
    }
  })

  it('that pays by itself is not priced above what a swap pays', () => {
    expect(advertError({ ...advert, isAuto: true }, '0.9985')).toBe(null)
    expect(advertError({ ...advert, isAuto: true }, '0.9984')).toBe('above-bid')
    expect(advertError(advert, '0.9984')).toBe(null)
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
