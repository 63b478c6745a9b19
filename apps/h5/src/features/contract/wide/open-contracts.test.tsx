// @vitest-environment happy-dom
import { contractDays } from '@candor/api'
import type { DaySums, OrderView } from '@candor/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryFor } from '../../../shared/api/index.ts'
import { realtime } from '../../../shared/api/realtime/index.ts'
import { session } from '../../../shared/device/index.ts'
import { draw } from '../../../shared/testing/draw.tsx'
import { aRunningOrder } from '../../../shared/testing/order-fixture.ts'
import { OpenContracts } from './open-contracts.tsx'

const quote = { id: 1, open: '4000.0', high: '4100.0', low: '3990.0', volume: '10', changeRate: '1.00', ageMs: 0 }
let slot = 100

/** Sets the price of an instrument. */
function price(symbol: string, last: string, state: 'open' | 'stale' = 'open'): void {
  slot += 1
  realtime.quotes.seed([{ ...quote, symbol, last, state, slot }], realtime.clock.nowMs())
}

const running = (change: Partial<OrderView> = {}) => aRunningOrder({ symbol: 'TABLED', ...change })

const drawTable = (orders: readonly OrderView[], known: Parameters<typeof draw>[1] = []) =>
  draw(<OpenContracts orders={orders} route="contractOrders" onPoint={() => undefined} />, known)

describe('the table of open contracts', () => {
  beforeEach(() => price('TABLED', '4078.3'))

  it('says of each its stake, entry, price, result so far and time left, and leads to it', async () => {
    const table = await drawTable([
      running(),
      running({ id: '7', direction: 'down', asset: 'USDT', stake: '50', profit: '42.5', fee: '0.5' }),
    ])
    const rows = table
      .all('tbody tr')
      .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll(/\s/g, ' ')))
    expect(rows).toEqual([
      ['GoldUp', '100.00 USD', '4,077.24', '4,078.3', '+84.00', expect.stringMatching(/^0:[0-3]\d$/)],
      ['GoldDown', '50.00 USDT', '4,077.24', '4,078.3', '−50.50', expect.stringMatching(/^0:[0-3]\d$/)],
    ])
    expect(table.all('tbody a').map((link) => link.getAttribute('href')?.split('id=')[1])).toEqual(['2093', '7'])
    expect(table.all('th').map((head) => head.textContent)).toEqual([
      'Market',
      'Stake',
      'Entry',
      'Now',
      'If it ended now',
      'Time left',
    ])
  })

  it('adds what they come to if all ended now, each currency by itself', async () => {
    const table = await drawTable([
      running(),
      running({ id: '7' }),
      running({ id: '8', asset: 'USDT', direction: 'down' }),
    ])
    expect(table.text()).toContain('If all ended now +168.00 USD · −101.00 USDT')
  })

  it('adds only those with a result so far, and says how many they are', async () => {
    price('TABLED-STALE', '30.0', 'stale')
    const table = await drawTable([
      running(),
      running({ id: '7', entryPrice: null, entryAtMs: Date.now() + 1_000 }),
      running({ id: '8', symbol: 'TABLED-STALE' }),
    ])
    expect(table.text()).toContain('If 1 of 3 ended now +84.00 USD')
    const results = table.all('td[data-column=result]').map((cell) => cell.textContent)
    expect(results).toEqual(['+84.00', '–', '–'])
    expect(table.text()).toContain('waiting')
  })

  it('guesses no result of a contract past its end', async () => {
    const table = await drawTable([running({ exitAtMs: Date.now() - 1 })])
    expect(table.text()).toContain('Settling')
    expect(table.text()).not.toMatch(/ended now \S*\d/)
  })
})

describe('what has settled today', () => {
  const sums: DaySums = {
    asset: 'USD',
    contracts: 11,
    won: 6,
    lost: 5,
    tie: 0,
    void: 0,
    staked: '1100',
    fees: '11',
    net: '-1',
  }
  const inUsdt: DaySums = { ...sums, asset: 'USDT', contracts: 1, won: 1, lost: 0, net: '84' }
  const today = new Date().setHours(0, 0, 0, 0)
  const days = (startMs: number) =>
    [
      queryFor(contractDays, { utcOffsetMinutes: -new Date().getTimezoneOffset(), limit: 1 }),
      { items: [{ day: '2026-11-28', startMs, sums: [sums, inUsdt] }], nextCursor: null },
    ] as const

  beforeEach(() => session.signIn('a-token'))
  afterEach(() => session.signOut())

  it('is the count, how many were won and the result, and leads to the closed orders', async () => {
    const table = await drawTable([], [days(today)])
    expect(table.text()).toBe('Settled today 12 · 7 won · net −1.00 USD · +84.00 USDT')
    expect(table.all('a')[0]?.getAttribute('href')).toContain('list=closed')
    expect(table.all('table')).toHaveLength(0)
  })

  it('is nothing where the newest day with settlements is an earlier one', async () => {
    expect((await drawTable([], [days(today - 86_400_000)])).text()).toBe('')
  })
})
