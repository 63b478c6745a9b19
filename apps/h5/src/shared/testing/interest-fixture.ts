import type { InterestProductView, TermView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { fixture } from './fixture.ts'

/** When `aTerm` began. */
export const termStartMs = Date.UTC(2026, 10, 1)

/** An interest product of 30 days with the given fields. */
export const anInterestProduct = fixture<InterestProductView>({
  id: '7',
  asset: 'USDT',
  durationMs: 30 * dayMs,
  dailyRatePpm: 200,
  min: '100',
  max: '5000',
  isOpen: true,
  coverageLeft: '1000',
})

/** An interest order of 30 days that earns, with the given fields. */
export const aTerm = fixture<TermView>({
  id: '7',
  productId: '1',
  asset: 'USDT',
  amount: '1000',
  durationMs: 30 * dayMs,
  dailyRatePpm: 200,
  interest: '6',
  paid: null,
  state: 'earning',
  isRedeemed: false,
  startMs: termStartMs,
  expiresMs: termStartMs + 30 * dayMs,
  endedMs: null,
})
