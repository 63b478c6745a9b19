// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { realtime } from '../../shared/api/realtime/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { OrderRow } from './order-row.tsx'

it('shows the stake and the time left of an open order', async () => {
  const row = await draw(<OrderRow order={anOrder({ durationMs: 300_000, exitAtMs: Date.now() + 90_500 })} />)
  row.says('Gold, up', '100.00 USD')
  expect(row.text()).toMatch(/1:3[01]$/)
})

const quote = {
  id: 1,
  symbol: 'GOLD',
  open: '4000.0',
  high: '4100.0',
  low: '3990.0',
  volume: '10',
  changeRate: '1.00',
  ageMs: 0,
}

describe('the standing of an open order', () => {
  const running = anOrder({ entryAtMs: Date.now() - 30_000, exitAtMs: Date.now() + 30_000, entryPrice: '4077.24' })
  const seed = (last: string, state: 'open' | 'stale', slot: number) =>
    realtime.quotes.seed([{ ...quote, last, state, slot }], realtime.clock.nowMs())

  it('is its entry, the price now and the result if it ended now', async () => {
    seed('4078.3', 'open', 10)
    const row = await draw(<OrderRow order={running} />)
    row.says('Entry 4,077.24 · now 4,078.3', 'If it ended now: +84.00 USD')
  })

  it('says no result while the price is out of date, or the entry is not known', async () => {
    seed('4070.0', 'stale', 11)
    const stale = await draw(<OrderRow order={running} />)
    expect(stale.text()).toContain('Entry 4,077.24')
    expect(stale.text()).not.toMatch(/now/)
    const waiting = await draw(<OrderRow order={{ ...running, entryPrice: null }} route="practiceOrders" />)
    expect(waiting.text()).toContain('Measuring the entry price')
    expect(waiting.text()).not.toMatch(/now/)
  })
})

it('says of an order past its end that it settles, and guesses no result', async () => {
  const row = await draw(<OrderRow order={anOrder({ exitAtMs: Date.now() - 1 })} />)
  expect(row.text()).toContain('Settling')
  expect(row.text()).not.toMatch(/won|lost/)
})

it.each([
  ['won', '84', '+84.00 USD'],
  ['lost', '-101', '−101.00 USD'],
  ['tie', '0', '0.00 USD'],
] as const)('shows the net result of a closed order: %s', async (result, net, shown) => {
  const row = await draw(<OrderRow order={anOrder({ state: 'closed', result, net, settledAtMs: 61_500 })} />)
  expect(row.text()).toContain(`${shown}${result}`)
  expect(row.text()).not.toContain('100.00 USD')
})
