// @vitest-environment happy-dom
import { contractPerformance } from '@candor/api'
import type { AssetPerformance } from '@candor/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { PerformanceCard } from './performance-card.tsx'
import { PerformancePage } from './performance-page.tsx'
import { recentSpan } from './period-model.ts'
import { assetPerformance } from './testing/asset-performance.ts'

beforeEach(() => session.signIn('a-token'))
afterEach(() => session.signOut())

const dayMs = 86_400_000
const counts = { contracts: 38, won: 22, lost: 16, tie: 0, void: 0 }

/** Draws the last 30 days with these results. */
async function drawPerformance(
  itemsOf: (firstDayMs: number) => readonly AssetPerformance[],
  view = <PerformancePage />,
) {
  const span = recentSpan('days30', realtime.clock.nowMs())
  const utcOffsetMinutes = -new Date(span.toMs - 1).getTimezoneOffset()
  return draw(view, [[queryFor(contractPerformance, { utcOffsetMinutes, ...span }), { items: itemsOf(span.fromMs) }]])
}

const inUsd = (firstDayMs: number): AssetPerformance =>
  assetPerformance({
    markets: [
      { symbol: 'GC', name: 'Gold', ...counts, net: '232' },
      { symbol: 'EURUSD', name: 'Euro / US Dollar', ...counts, tie: 1, void: 2, net: '-475' },
    ],
    days: [
      { startMs: firstDayMs, contracts: 40, net: '232' },
      { startMs: firstDayMs + dayMs, contracts: 44, net: '-475' },
    ],
  })

test('shows the result with its fees, and wins beside break-even and coin flips, too few to tell', async () => {
  const page = await drawPerformance((firstDayMs) => [inUsd(firstDayMs)])
  page.says(
    '−243.00\u202FUSD'.replace('\u202F', ' '),
    '84 contracts · 83.00 in fees included',
    'You won 44 of 83. You needed 46.',
    'You 53.0%Break-even 54.6%',
    'Coin flips: 33 to 50 wins',
    '83 contracts are too few to tell skill from luck. So far: −2.93 USD per contract.',
  )
})

test('lists markets with their orders behind them, and days in words beside filled and hollow bars', async () => {
  const page = await drawPerformance((firstDayMs) => [inUsd(firstDayMs)])
  page.says('Gold38 · 22 won+232.00', '38 · 22 won, 1 tied, 2 void−475.00')
  const [gold] = page.all('a[href*="symbol=GC"]')
  expect(gold?.getAttribute('href')).toBe('#/pages/bill/contract?list=closed&symbol=GC')
  expect(page.text()).toMatch(/: −475\.00 USD, 44 contracts/)
  expect(page.all('svg[aria-hidden] rect')).toHaveLength(2)
})

test('asks which currency where there are two, and says so where nothing was won or lost', async () => {
  const tied = { won: 0, lost: 0, tie: 84, net: '0', fees: '0', breakEvenPpm: null, breakEvenWins: null }
  const page = await drawPerformance((firstDayMs) => [
    inUsd(firstDayMs),
    { ...inUsd(firstDayMs), ...tied, asset: 'USDT' },
  ])
  expect(page.text()).toContain('You won 44 of 83.')
  page.press('USDT')
  expect(page.text()).toContain('No contract was won or lost in this period.')
})

test('says that a period has no closed contracts', async () => {
  const page = await drawPerformance(() => [])
  expect(page.text()).toContain('No closed contracts in this period')
})

test('says in a card beside another screen what the last 30 days came to, and nothing without contracts', async () => {
  const card = await drawPerformance((firstDayMs) => [inUsd(firstDayMs)], <PerformanceCard />)
  card.says('Performance30 days−243.00', 'You 53.0% · Break-even 54.6%')
  expect(card.all('svg[role=img]')).toHaveLength(1)
  expect((await drawPerformance(() => [], <PerformanceCard />)).text()).toBe('')
})
