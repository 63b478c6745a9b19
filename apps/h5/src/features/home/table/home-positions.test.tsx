// @vitest-environment happy-dom
import { contractOrders } from '@candor/api'
import type { OrderView } from '@candor/api'
import { beforeEach, expect, it } from 'vitest'
import { queryFor } from '../../../shared/api/index.ts'
import { realtime } from '../../../shared/api/realtime/index.ts'
import { draw } from '../../../shared/testing/draw.tsx'
import { aRunningOrder } from '../../../shared/testing/order-fixture.ts'
import { HomePositions } from './home-positions.tsx'

const running = (change: Partial<OrderView> = {}) => aRunningOrder({ symbol: 'AT-HOME', ...change })

const all = (items: readonly OrderView[], nextCursor: string | null = null) =>
  [queryFor(contractOrders, { state: 'open', limit: 20 }), { items, nextCursor }] as const

beforeEach(() => {
  const quote = { id: 1, open: '4000.0', high: '4100.0', low: '3990.0', volume: '10', changeRate: '1.00', ageMs: 0 }
  realtime.quotes.seed(
    [{ ...quote, symbol: 'AT-HOME', last: '4078.3', state: 'open', slot: 7 }],
    realtime.clock.nowMs(),
  )
})

const cells = (table: Awaited<ReturnType<typeof draw>>) =>
  table.all('tbody tr').map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll(/\s/g, ' ')))

it('shows all open contracts with their standing and when they end, what they come to, and leads to each', async () => {
  const table = await draw(<HomePositions positions={[running()]} />, [all([running(), running({ id: '7' })])])
  expect(cells(table)).toEqual(
    Array.from({ length: 2 }, () => [
      'GoldUp',
      '100.00 USD',
      '4,077.24',
      '4,078.3',
      '+84.00',
      expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      expect.stringMatching(/^0:[0-3]\d$/),
    ]),
  )
  expect(table.text()).toContain('If all ended now +168.00 USD')
  expect(table.all('a').map((link) => link.textContent)).toEqual(['All orders', 'Gold', 'Gold'])
  expect(table.all('tbody a').map((link) => link.getAttribute('href')?.split('id=')[1])).toEqual(['2093', '7'])
})

it('shows the newest until all are loaded, and adds nothing up that may not be all', async () => {
  const table = await draw(<HomePositions positions={[running()]} />)
  expect(cells(table)).toHaveLength(1)
  expect(table.text()).not.toMatch(/ended now [+−]/)
  expect(table.text()).toContain('Show all')
})

it('adds nothing up and leads to the rest where there are more than it shows', async () => {
  const table = await draw(<HomePositions positions={[]} />, [all([running()], 'further')])
  expect(table.text()).not.toMatch(/ended now [+−]/)
  expect(table.text()).toContain('Show all')
})

it('is nothing once none is open any more', async () => {
  expect((await draw(<HomePositions positions={[running()]} />, [all([])])).text()).toBe('')
})
