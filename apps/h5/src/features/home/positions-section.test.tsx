// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { NewestPositions } from './positions-section.tsx'

it('shows of each open contract its stake and the time left, and leads to it', async () => {
  const positions = [
    anOrder({ id: '1', exitAtMs: Date.now() + 59_500 }),
    anOrder({ id: '2', direction: 'down', stake: '5', exitAtMs: Date.now() - 1 }),
  ]
  const section = await draw(<NewestPositions positions={positions} hasMore={false} />)
  const [first, second] = section.all('a[href*="id="]')
  expect(first?.textContent).toMatch(/100\.00\sUSD(1:00|0:59)/)
  expect(second?.textContent).toMatch(/5\.00\sUSD/)
  expect(second?.textContent).toContain('Settling')
  expect([first, second].map((row) => row?.getAttribute('href')?.split('id=')[1])).toEqual(['1', '2'])
})
