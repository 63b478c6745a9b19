import { describe, expect, it } from 'vitest'
import { anAdvert } from '../../shared/testing/floor-fixture.ts'
import { differenceOf, remainingAfter, saleTotal, successorOf } from './advert-model.ts'
import { quantityFor, sellObstacle, wireQuantity } from './sell-form-model.ts'

const advert = anAdvert()

describe('a quantity', () => {
  it.each([
    ['', { kind: 'no-quantity' }],
    ['abc', { kind: 'quantity', error: 'wrong-format' }],
    ['49.999999', { kind: 'quantity', error: 'below-minimum' }],
    ['5000.000001', { kind: 'quantity', error: 'above-maximum' }],
    ['3205.41', { kind: 'quantity', error: 'above-available' }],
    ['50', null],
    ['3205.4', null],
  ])('%j meets %j', (text, obstacle) => {
    expect(sellObstacle(text, { advert, available: '3205.40' })).toEqual(obstacle)
  })

  it('may be below the minimum where less is left, and never more than that', () => {
    const ending = { advert: { ...advert, remaining: '10' }, available: '3205.40' }
    expect(sellObstacle('9.5', ending)).toBe(null)
    expect(sellObstacle('10.01', ending)).toEqual({ kind: 'quantity', error: 'above-remaining' })
    expect(sellObstacle('0', ending)).toEqual({ kind: 'quantity', error: 'below-minimum' })
  })

  it('does not matter where the advert takes nothing', () => {
    expect(sellObstacle('100', { advert: { ...advert, isOpen: false }, available: null })).toEqual({ kind: 'closed' })
    expect(sellObstacle('100', { advert: { ...advert, remaining: '0' }, available: null })).toEqual({ kind: 'empty' })
  })

  it('is filled in as a share in cents, or all of it, as far as the advert goes', () => {
    expect(quantityFor(25, { advert, available: '3205.41' })).toBe('801.35')
    expect(quantityFor(100, { advert, available: '3205.414141' })).toBe('3205.414141')
    expect(quantityFor(100, { advert, available: '9000' })).toBe('5000')
    expect(quantityFor(100, { advert: { ...advert, remaining: '10' }, available: '9000' })).toBe('10')
  })

  it('goes out as the wire wants it, whatever decimal point was typed', () => {
    expect(wireQuantity('1000,50')).toBe('1000.5')
    expect(wireQuantity('1.2.3')).toBe(null)
  })
})

describe('what a sale brings', () => {
  it('is quantity times price, rounded down as the ledger does', () => {
    expect(saleTotal('500', '0.9991')).toBe('499.55')
    expect(saleTotal('0.000001', '0.9991')).toBe('0')
  })

  it('is shown beside what the reference would bring', () => {
    expect(differenceOf('500', '0.9991', '0.9996')).toBe('-0.25')
    expect(remainingAfter(advert, '500')).toBe('11900')
  })
})

describe('the advert that took the place of a closed one', () => {
  const closed = { ...advert, isOpen: false, successorId: '2' }
  const second = { ...advert, id: '2', unitPrice: '0.9985' }

  it('is the one that it names', () => {
    expect(successorOf(closed, [{ ...advert, id: '9' }, second])).toBe(second)
  })

  it('is the same desk’s with the same limits where that was replaced as well', () => {
    const third = { ...advert, id: '3', unitPrice: '0.998' }
    expect(successorOf(closed, [{ ...second, id: '8', maximum: '1' }, third])).toBe(third)
  })

  it('is none where it was just closed, or is still open', () => {
    expect(successorOf({ ...closed, successorId: null }, [second])).toBe(null)
    expect(successorOf(advert, [second])).toBe(null)
  })
})
