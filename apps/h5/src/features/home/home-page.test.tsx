// @vitest-environment happy-dom
import { contractOrders, homeSummary, marketInstruments, userInfo } from '@candor/api'
import { beforeEach, expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import type { Known } from '../../shared/testing/draw.tsx'
import { HomePage } from './home-page.tsx'

const today = { startMs: 0, closed: 0, items: [], netUsd: '0.00' }
const money = { balances: [], availableUsd: '1234.00', heldUsd: '0.00' }
const account = { ...money, today, positions: [], hasMorePositions: false }
const summary = queryFor(homeSummary, { utcOffsetMinutes: -new Date().getTimezoneOffset() })
const known: readonly Known[] = [
  [{ queryKey: [...summary.queryKey, 'customer'] }, { notices: [], movers: [], account }],
  [queryFor(marketInstruments, {}), { items: [] }],
]

beforeEach(() => session.signIn('a-token'))

it('draws nothing yet that would move down once it knows whether the customer is new', async () => {
  const home = await draw(<HomePage />, known)
  expect(home.text()).not.toContain('Recharge')
})

it('draws money and actions at once where it knows', async () => {
  const told: readonly Known[] = [
    [queryFor(contractOrders, { limit: 2 }), { items: [] }],
    [queryFor(userInfo, {}), { kycState: 'verified' }],
  ]
  const home = await draw(<HomePage />, [...known, ...told])
  expect(home.text()).toContain('Recharge')
})
