// @vitest-environment happy-dom
import { transparencyOdds } from '@candor/api'
import { expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../testing/draw.tsx'
import { OddsPage } from './odds-page.tsx'

test('says, also while contracts are too few for figures, why no contract needs a partner', async () => {
  const span = {
    days: 90,
    contracts: { won: 1, lost: 2, tied: 0, voided: 0 },
    losers: { customers: 3, missing: 497, lost: null },
    payout: { decided: 3, missing: 9_997, sums: null },
    byStake: [],
    byDuration: [],
    voids: [],
    acceptance: { orders: 0, halfWithinMs: null, byStake: [] },
  }
  const minimums = { customers: 500, contracts: 10_000, groupContracts: 1_000, acceptedOrders: 100 }
  const value = { throughMs: null, sinceMs: null, newestDay: null, minimums, spans: [span], offeredBreakEven: null }
  const place = await draw(<OddsPage />, 'odds', [{ query: queryFor(transparencyOdds, {}), value }])
  await expect.poll(() => place.textContent).toContain('Too few contracts to tell you anything')
  expect(place.textContent).toContain('The price decides each contract, and Candor is the other side of every one.')
  expect(place.textContent).toContain('nobody needs someone else to take the opposite side')
})

test('says since when the odds are what the page read last, where they cannot be read again', async () => {
  const place = await draw(<OddsPage />, 'odds', [
    {
      query: queryFor(transparencyOdds, {}),
      value: { throughMs: null, sinceMs: null, newestDay: null, spans: [], offeredBreakEven: null },
      readMs: Date.UTC(2026, 10, 20, 14, 32, 31),
    },
  ])
  await expect.poll(() => place.textContent).toContain('No response since 20 Nov 2026, 14:32:31 UTC.')
})
