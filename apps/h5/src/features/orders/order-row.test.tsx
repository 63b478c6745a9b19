// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { OrderRow } from './order-row.tsx'

it('shows the stake and the time left of an open order', async () => {
  const row = await draw(<OrderRow order={anOrder({ exitAtMs: Date.now() + 90_500 })} />)
  expect(row.text()).toContain('Gold, up')
  expect(row.text()).toContain('100.00 USD')
  expect(row.text()).toMatch(/1:3[01]$/)
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
