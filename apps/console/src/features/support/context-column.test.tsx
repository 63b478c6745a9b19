// @vitest-environment happy-dom
import { operatorCustomerContext, operatorMe } from '@candor/api/operator'
import type { SupportConversation } from '@candor/api/operator/support'
import { expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { aConversation } from './conversation-fixture.ts'
import { ContextColumn } from './context-column.tsx'

const conversation = aConversation({})

const moment = { atMs: noonMs, amount: null, asset: null }

const open = (shown: SupportConversation) =>
  openView(
    <ContextColumn
      view={{ conversation: shown, registeredMs: noonMs, notes: [], ratings: [] }}
      conversation={shown}
      agents={[]}
    />,
    {
      ...on(operatorMe, operatorWith('support')),
      ...on(operatorCustomerContext, {
        name: 'Lena Musterfrau',
        openCases: [
          { ...moment, kind: 'withdrawal', id: '7', state: 'under-review', amount: '500', asset: 'USDT' },
          { ...moment, kind: 'support', id: '4', state: 'answering' },
        ],
        contracts: [{ ...moment, kind: 'contract', id: '5', state: 'won', amount: '84', asset: 'USD' }],
        questions: [
          { ...moment, kind: 'support', id: '4', state: null },
          { ...moment, atMs: noonMs - 86_400_000, kind: 'support', id: '4', state: null },
        ],
      }),
    },
  )

it('the customer beside a conversation has a verified name, open cases, last contracts and earlier questions', async () => {
  const page = await open(conversation)
  await page.says('Lena Musterfrau', 'Withdrawal 7', '500.00 USDT', 'under review', 'Contract 5', '+84.00 USD')
  expect(page.find('link', 'Withdrawal 7')?.getAttribute('href')).toBe('#/withdrawals/7')
  expect(page.text()).toContain('Asked beforeAsked customer service 428 Feb, 12:00Customer')
  expect(page.text()).not.toContain('answering')
  // Each reading is recorded: one for a conversation.
  expect(page.sent(operatorCustomerContext)).toEqual([{ id: '9' }])
})

it('of a visitor asks for no customer', async () => {
  const page = await open({ ...conversation, customer: null, visitor: { isOnline: true } })
  await page.says('Visitor 4')
  expect(page.sent(operatorCustomerContext)).toEqual([])
})
