// @vitest-environment happy-dom
import type { StatementTotals } from '@candor/api'
import { expect, it, vi } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { MonthCard } from './month-card.tsx'
import type { MonthCardProps } from './month-card.tsx'

const items: StatementTotals[] = [
  { asset: 'USD', sums: { in: '1284.6', out: '1597', net: '-312.4', fees: '38' } },
  { asset: 'USDT', sums: { in: '0', out: '0', net: '0', fees: '0' } },
]

async function drawCard(
  over: Partial<Omit<MonthCardProps, 'totals'>> & { totals?: Partial<MonthCardProps['totals']> },
) {
  const [onMonth, onSave] = [vi.fn<MonthCardProps['onMonth']>(), vi.fn<() => void>()]
  const totals = { data: { items }, isError: false, isPaused: false, refetch: vi.fn<() => never>(), ...over.totals }
  const card = { month: '2026-11', currentMonth: '2026-11', asset: null, ...over, totals }
  return { ...(await draw(<MonthCard {...card} onMonth={onMonth} onSave={onSave} />)), onMonth, onSave }
}

it('shows what came in, what went out and what is left of it, and the fees, in each currency', async () => {
  const { says, all } = await drawCard({})
  says('Nov 2026', 'Net−312.40 USD', 'In1,284.60', 'Out1,597.00', 'Fees and spreads38.00', 'So far')
  expect(all('i').map((bar) => bar.style.width)).toEqual(['80.4%', '100%', '0%', '0%'])
})

it('shows one currency where one is chosen', async () => {
  const { text } = await drawCard({ asset: 'USDT' })
  expect(text()).not.toContain('1,284.60')
})

it('goes to the months before, and to none after this one', async () => {
  const first = await drawCard({})
  expect(first.off()).toEqual(['Later month'])
  first.press('Earlier month')
  expect(first.onMonth).toHaveBeenCalledWith('2026-10')
  const earlier = await drawCard({ month: '2025-12' })
  expect(earlier.text()).not.toContain('So far')
  earlier.press('Later month')
  expect(earlier.onMonth).toHaveBeenCalledWith('2026-01')
  earlier.press('Save this month as CSV')
  expect(earlier.onSave).toHaveBeenCalledOnce()
})

it('says where a month has too many movements, or could not be read', async () => {
  expect((await drawCard({ totals: { data: { items: [{ asset: 'USD', sums: null }] } } })).text()).toContain('too many')
  const refetch = vi.fn<() => never>()
  const { text, press } = await drawCard({ totals: { data: undefined, isPaused: true, refetch } })
  expect(text()).toContain('We couldn’t add up this month.')
  press('Try again')
  expect(refetch).toHaveBeenCalledOnce()
})
