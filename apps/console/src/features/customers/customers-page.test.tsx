// @vitest-environment happy-dom
import {
  operatorCustomer,
  operatorCustomers,
  operatorCustomerStatement,
  operatorCustomerTimeline,
  operatorMe,
} from '@candor/api/operator'
import type { CustomerListItem } from '@candor/api/operator'
import { expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { CustomersPage } from './index.ts'

const customer: CustomerListItem = {
  id: '9',
  publicId: '204 118',
  mobile: null,
  email: 'lena@example.com',
  isEnabled: true,
  isClosed: false,
  kycState: 'verified',
  createdMs: noonMs,
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('support')),
  ...on(operatorCustomers, { items: [customer] }),
  ...on(operatorCustomerTimeline, { items: [], nextCursor: null }),
  ...on(operatorCustomerStatement, { items: [], nextCursor: null }),
  ...on(operatorCustomer, {
    customer,
    name: 'Lena Musterfrau',
    assets: { items: [], totalUsd: null, availableUsd: null, version: 1 },
    sessions: [],
    logins: [],
    history: [],
    openCases: [{ kind: 'withdrawal', id: '7', atMs: noonMs, state: 'under-review', amount: '500', asset: 'USDT' }],
    payoutMethods: [
      {
        kind: 'wallet-address',
        id: '3',
        addedMs: noonMs,
        usableFromMs: noonMs,
        isInUse: false,
        chain: 'TRC20',
        addressStart: 'TQ7dK3vWmY',
        addressEnd: '4ZxRfLs9K',
      },
    ],
    limits: {
      items: [
        { kind: 'loss', value: '200', nextValue: null, nextFromMs: null },
        { kind: 'session', value: '60', nextValue: '90', nextFromMs: noonMs },
      ],
      exclusion: null,
    },
    notes: [{ id: '1', conversationId: '4', operator: 'Mara', atMs: noonMs, text: 'Prefers German' }],
  }),
}
const open = (place = '') => openView(<CustomersPage />, server, `#/customers${place}`)

it('customers are listed before anything is typed: those opened last, new, refused, and with large balances', async () => {
  const page = await open()
  await page.says('You opened these last.', 'Account 204 118', 'lena@example.com')
  await page.press('radio', 'Refused', 'Identity refused last, and not verified since.')
  expect(page.sent(operatorCustomers)).toEqual([{ filter: 'recent' }, { filter: 'refused' }])
})

it('the first hit is opened by Enter', async () => {
  const page = await open()
  await page.search('lena@')
  const field = document.querySelector('input[role=searchbox]')
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.says('Lena Musterfrau')
  expect(location.hash).toBe('#/customers/9')
  expect(page.sent(operatorCustomers).at(-1)).toEqual({ text: 'lena@' })
})

it('a customer’s page has open cases, masked payment methods, own limits and notes, linked to their records', async () => {
  const page = await open('/9')
  await page.says('Open cases', 'Withdrawal 7', '500.00 USDT', 'TQ7dK3vWmY…4ZxRfLs9K', 'Prefers German', 'Mara, 1 Mar')
  await page.says('Loss a day', '200.00', '60 minutes, 90 minutes from 1 Mar, 12:00', 'No break.')
  expect(page.find('link', 'Withdrawal 7')?.getAttribute('href')).toBe('#/withdrawals/7')
  expect(page.find('link', 'Open')?.getAttribute('href')).toBe('#/support/4')
})
