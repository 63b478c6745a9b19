// @vitest-environment happy-dom
import { contractOrders, transparencyOdds } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { expect, it } from 'vitest'
import { queryFor } from '../../../shared/api/index.ts'
import { draw } from '../../../shared/testing/draw.tsx'
import { FirstTrade } from './first-trade.tsx'

type Odds = OutputOf<typeof transparencyOdds>
type Span = Odds['spans'][number]

const few: Span = {
  days: 90,
  contracts: { won: 1, lost: 2, tied: 0, voided: 0 },
  losers: { customers: 61, missing: 439, lost: null },
  payout: { decided: 3, missing: 9_997, sums: null },
  byStake: [],
  byDuration: [],
  voids: [],
  acceptance: { orders: 0, halfWithinMs: null, byStake: [] },
}

function drawFirst(spans: Span | readonly Span[], orders: number) {
  const odds: Odds = {
    throughMs: null,
    sinceMs: null,
    newestDay: null,
    minimums: { customers: 500, contracts: 10_000, groupContracts: 1_000, acceptedOrders: 100 },
    spans: [spans].flat(),
    offeredBreakEven: null,
  }
  const items = Array.from({ length: orders }, (_, id) => ({ id: String(id) }))
  return draw(<FirstTrade />, [
    [queryFor(contractOrders, { limit: 1 }), { items, nextCursor: null }],
    [queryFor(transparencyOdds, {}), odds],
  ])
}

it('says before the first contract how many customers lost, and what came back', async () => {
  const { says, all } = await drawFirst(
    {
      ...few,
      losers: { customers: 8_412, missing: 0, lost: 5_973 },
      payout: { decided: 412_806, missing: 0, sums: { paidIn: '1000', paidOut: '918.04' } },
    },
    0,
  )
  says('71.0% of customers lost money over 90 days.', 'Of everything they paid in, 91.8% came back.')
  expect(all('a').map((link) => link.getAttribute('href'))).toEqual(['/odds/'])
})

const long: Span = {
  ...few,
  losers: { customers: 8_412, missing: 0, lost: 5_973 },
  payout: { decided: 412_806, missing: 0, sums: { paidIn: '1000', paidOut: '918.04' } },
}

it('says both spans where both have enough contracts', async () => {
  const losers = { customers: 4_000, missing: 0, lost: 2_612 }
  const short: Span = { ...long, days: 30, losers, payout: { ...long.payout, sums: { paidIn: '500', paidOut: '470' } } }
  const { says } = await drawFirst([short, long], 0)
  says(
    '65.3% of customers lost money over 30 days, 71.0% over 90.',
    'Of everything they paid in, 94.0% came back over 30 days and 91.8% over 90.',
  )
})

it('leaves a span out that has too few contracts', async () => {
  const { text } = await drawFirst([{ ...few, days: 30 }, long], 0)
  const back = 'Of everything they paid in, 91.8% came back.'
  expect(text()).toContain(`71.0% of customers lost money over 90 days. ${back}`)
})

it('says that there are too few contracts', async () => {
  const { text } = await drawFirst(few, 0)
  expect(text()).toContain('There are too few contracts yet to say how customers do.')
})

it('says nothing to a customer who has bought a contract', async () => {
  const { text } = await drawFirst(few, 1)
  expect(text()).toBe('')
})
