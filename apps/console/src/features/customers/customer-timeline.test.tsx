// @vitest-environment happy-dom
import { operatorCustomerTimeline } from '@candor/api/operator'
import { expect, it } from 'vitest'
import { noonMs } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'

const items = [
  { kind: 'contract' as const, id: '5', atMs: noonMs, state: 'won', amount: '84', asset: 'USD' as const },
  { kind: 'contract' as const, id: '6', atMs: noonMs, state: 'open', amount: '10', asset: 'USD' as const },
  { kind: 'withdrawal' as const, id: '7', atMs: noonMs, state: 'under-review', amount: '500', asset: 'USD' as const },
  { kind: 'login' as const, id: '9', atMs: noonMs, state: 'wrong-password', amount: null, asset: null },
]

it('the timeline of a customer links its records, and is filtered by what happened', async () => {
  const page = await openView(
    <CustomerTimeline customerId="4" />,
    on(operatorCustomerTimeline, { items, nextCursor: null }),
  )
  await page.says('Contract', 'won', '+84.00 USD', 'under review', '500.00 USD', 'wrong password')
  expect(page.text()).toMatch(/open\s*10\.00 USD/)
  expect(page.find('link', 'Open 7')?.getAttribute('href')).toBe('#/withdrawals/7')
  expect(page.find('link', 'Open 5')).toBeNull()
  // The number is below what happened: in a column of its own it broke over four lines.
  expect(page.find('link', 'Open 7')?.closest('td')?.textContent).toBe('Withdrawal7')
  await page.select('What is shown', 'login')
  expect(page.sent(operatorCustomerTimeline).map(({ kind }) => kind)).toEqual([undefined, 'login'])
})
