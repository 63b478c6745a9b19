import type { InterestProductView, TermView } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../shared/testing/fixture.ts'
import {
  expectedInterest,
  obstacleOf,
  offerOf,
  offersOf,
  percentOver,
  refreshMs,
  startForm,
  wholeAmount,
  wireAmount,
} from './interest-model.ts'
import type { InterestForm } from './interest-model.ts'

const dayMs = 86_400_000

const product = fixture<InterestProductView>({
  id: '1',
  asset: 'USDT',
  durationMs: 30 * dayMs,
  dailyRatePpm: 200,
  min: '10',
  max: '5000',
  isOpen: true,
  coverageLeft: '100',
})

const form = (amountText: string, durationMs: number | null = null): InterestForm => ({
  asset: 'USDT',
  durationMs,
  amountText,
})

describe('what is offered', () => {
  const week = product({ id: '2', durationMs: 7 * dayMs })
  const products = [
    product(),
    product({ id: '3', asset: 'USD' }),
    product({ id: '4', durationMs: dayMs, isOpen: false }),
    week,
  ]

  it('is what is open in the asset, shortest first', () => {
    expect(offersOf(products, 'USDT').map(({ id }) => id)).toEqual(['2', '1'])
  })

  it('opens with the product that a link names, unless it has closed', () => {
    expect(startForm(products, '3')).toEqual({ asset: 'USD', durationMs: 30 * dayMs, amountText: '' })
    expect(startForm(products, '4')).toEqual({ asset: 'USDT', durationMs: null, amountText: '' })
  })

  it('is the chosen duration, or the shortest where that is not offered', () => {
    expect(offerOf(form('', 30 * dayMs), products)?.id).toBe('1')
    expect(offerOf(form('', dayMs), products)?.id).toBe('2')
    expect(offerOf({ ...form(''), asset: 'USD' }, [week])).toBe(null)
  })
})

describe('an amount', () => {
  it('earns what the ledger will pay, whatever decimal point was typed', () => {
    expect(expectedInterest(form('1000,5'), product())).toBe('6.003')
    expect(wireAmount(form('1000,50'))).toBe('1000.5')
    expect(expectedInterest(form('abc'), product())).toBe(null)
  })

  it.each([
    ['', 'no-amount'],
    ['1.2.3', 'wrong-format'],
    ['9.999999', 'below-minimum'],
    ['5000.01', 'above-maximum'],
    ['1000.01', 'above-available'],
    ['1000', null],
    ['10', null],
  ])('%j meets %j', (text, obstacle) => {
    expect(obstacleOf(form(text), product(), '1000')).toBe(obstacle)
  })

  it('is, for all of the balance, no more than the product takes', () => {
    expect(wholeAmount(product(), '4999.5')).toBe('4999.5')
    expect(wholeAmount(product(), '10000')).toBe('5000')
  })

  it('is not covered once its interest is more than is left for interest', () => {
    expect(obstacleOf(form('1000'), product({ coverageLeft: '6' }), null)).toBe(null)
    expect(obstacleOf(form('1000'), product({ coverageLeft: '5.999999' }), null)).toBe('not-covered')
  })
})

describe('an order', () => {
  const term = fixture<TermView>({
    id: '1',
    productId: '1',
    asset: 'USDT',
    amount: '100',
    durationMs: 60_000,
    dailyRatePpm: 200,
    interest: '0.000013',
    state: 'earning',
    isRedeemed: false,
    startMs: 1_000_000,
    expiresMs: 1_060_000,
    endedMs: null,
    paid: null,
  })

  it('fills with its time, and is full once it has ended, even early', () => {
    expect([999_000, 1_015_000, 1_090_000].map((nowMs) => percentOver(term(), nowMs))).toEqual([0, 25, 100])
    expect(percentOver(term({ state: 'expired', isRedeemed: true }), 1_015_000)).toBe(100)
  })

  it('is asked for again at its expiry and until it is paid back', () => {
    expect(refreshMs(term(), 1_030_000)).toBe(30_000)
    expect(refreshMs(term(), 1_090_000)).toBe(2_000)
    expect(refreshMs(term({ expiresMs: 1_000_000 + 30 * dayMs }), 1_000_000)).toBe(60_000)
    expect(refreshMs(term({ state: 'expired' }), 1_030_000)).toBe(false)
  })
})
