// @vitest-environment happy-dom
import {
  operatorConfirmationBegin,
  operatorDepositDecide,
  operatorDepositDetail,
  operatorDepositQueue,
  operatorMe,
} from '@candor/api/operator'
import type { DepositCaseDetail, DepositCaseView } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { DepositsPage } from './index.ts'

const waiting: DepositCaseView = {
  id: '45',
  subject: 'deposit 45',
  account: '204 118',
  chain: 'TRC20',
  currency: 'USD',
  quantity: '2500',
  txid: null,
  createdMs: noonMs,
  approvalsNeeded: 2,
  approvalsGiven: 0,
  isHeld: false,
  hasDecided: false,
  mayDecide: true,
}

const detail: DepositCaseDetail = {
  ...waiting,
  customerId: '9',
  registeredMs: noonMs,
  kycState: 'verified',
  state: 'under-review',
  reason: null,
  hasVoucher: true,
  reference: null,
  credited: null,
  transfer: null,
  decidedMs: null,
  verdicts: [],
  earlier: { completed: 3, rejected: 1, failed: 0, open: 0 },
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('payments')),
  ...on(operatorDepositQueue, { items: [waiting, { ...waiting, id: '46', account: '300 400', quantity: '80' }] }),
  ...on(operatorDepositDetail, detail),
  ...on(operatorConfirmationBegin, null),
  ...on(operatorDepositDecide, { outcome: 'recorded', state: 'under-review' }),
}

const openQueue = (changed: PlayedServer = {}) => openView(<DepositsPage />, { ...server, ...changed }, '#/recharges')
const openCase = (changed: PlayedServer = {}) => openView(<DepositsPage />, { ...server, ...changed }, '#/recharges/45')

describe('the queue of deposits', () => {
  it('shows each waiting voucher with its amount, account and turn', async () => {
    const page = await openQueue()
    await page.says('2,500.00 USDT', 'account 204 118 · TRC20', '1 Mar, 12:00 · 1 of 2', '80.00 USDT')
    await page.says('Oldest first.')
  })

  it('keeps the vouchers that match the search', async () => {
    const page = await openQueue()
    await page.says('2,500.00 USDT')
    await page.search('300 400')
    expect(page.text()).toContain('80.00 USDT')
    expect(page.text()).not.toContain('2,500.00 USDT')
  })

  it('opens the first waiting case by the key J, and the next one after it', async () => {
    const page = await openQueue()
    await page.says('2,500.00 USDT')
    await page.key('j')
    expect(location.hash).toBe('#/recharges/45')
    await page.key('j')
    expect(location.hash).toBe('#/recharges/46')
  })

  it('says that nothing waits', async () => {
    const page = await openQueue(on(operatorDepositQueue, { items: [] }))
    await page.says('Nothing is waiting')
  })

  it('is closed to an operator without the roles, who learns which roles may read it', async () => {
    const page = await openQueue(on(operatorMe, operatorWith('support')))
    await page.says('Open to: payments, lead, risk or auditor.')
    expect(page.text()).not.toContain('2,500.00 USDT')
    expect(page.sent(operatorDepositQueue)).toEqual([])
  })
})

describe('an open deposit', () => {
  it('shows what decides it: amount, chain, transaction and earlier deposits', async () => {
    const page = await openCase()
    await page.says('R-45 · account 204 118', 'none given', '3 credited, 1 rejected, 0 reversed, 0 open')
    await page.says('1 of 2', 'two people must find the same transaction')
  })

  it('asks for a decision before it records one', async () => {
    const page = await openCase()
    await page.says('Record my decision')
    await page.press('button', 'Record my decision', 'Choose a decision')
    expect(page.sent(operatorDepositDecide)).toEqual([])
  })

  it('is approved with the transaction that the operator found', async () => {
    const page = await openCase()
    await page.says('Record my decision')
    await page.press('radio', 'Approve')
    await page.press('button', 'Record my decision', 'Enter the transaction')
    const txid = `0x${'ab'.repeat(32)}`
    await page.type('Transaction that the voucher shows', ` ${txid} `)
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorDepositDecide)).toEqual([{ id: '45', verdict: 'approved', reference: txid }])
  })

  it('is rejected with a reason, chosen by key', async () => {
    const page = await openCase()
    await page.says('Record my decision')
    await page.key('r')
    await page.press('button', 'Record my decision', 'Choose a reason')
    await page.select('Reason, shown to the customer', 'wrong-chain')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorDepositDecide)).toEqual([{ id: '45', verdict: 'rejected', reason: 'wrong-chain' }])
  })

  it('is recorded by Ctrl or Cmd with Enter once it is complete, and before that says what is missing', async () => {
    const page = await openCase()
    await page.says('Record my decision')
    await page.key('Enter', { ctrlKey: true })
    await page.says('Choose a decision')
    await page.key('r')
    await page.key('Enter', { metaKey: true })
    await page.says('Choose a reason')
    expect(page.sent(operatorDepositDecide)).toEqual([])
    await page.select('Reason, shown to the customer', 'wrong-chain')
    await page.key('Enter')
    expect(page.sent(operatorDepositDecide)).toEqual([])
    await page.key('Enter', { ctrlKey: true })
    expect(page.sent(operatorDepositDecide)).toEqual([{ id: '45', verdict: 'rejected', reason: 'wrong-chain' }])
  })

  it('shows why the server refused the decision', async () => {
    const page = await openCase(refusing(operatorDepositDecide, 'already-decided', 'It has been decided meanwhile'))
    await page.says('Record my decision')
    await page.key('r')
    await page.select('Reason, shown to the customer', 'wrong-chain')
    await page.press('button', 'Record my decision', 'It has been decided meanwhile')
  })

  it('cannot be decided twice by one operator', async () => {
    const page = await openCase(
      on(operatorDepositDetail, { ...detail, mayDecide: false, hasDecided: true, approvalsGiven: 1 }),
    )
    await page.says('Your part is done', '2 of 2')
    expect(page.find('button', 'Record my decision')).toBeNull()
  })

  it('can be read, but not decided, by roles without that right', async () => {
    const page = await openCase({
      ...on(operatorMe, operatorWith('auditor')),
      ...on(operatorDepositDetail, { ...detail, mayDecide: false }),
    })
    await page.says('Your roles allow you to read this, but not to decide it.')
    expect(page.find('button', 'Open the voucher')).toBeNull()
  })

  it('shows what came of it once it is decided', async () => {
    const page = await openCase(
      on(operatorDepositDetail, {
        ...detail,
        state: 'rejected',
        mayDecide: false,
        reason: 'wrong-chain',
        decidedMs: noonMs + 60_000,
        verdicts: [{ operatorId: '8', operator: 'Grace', isApproval: false, reference: null, atMs: noonMs + 60_000 }],
      }),
    )
    await page.says('wrong chain', 'Nothing is left to decide.', 'Grace')
    expect(page.find('button', 'Take this case')).toBeNull()
  })

  it('that did not load says so and can be tried again', async () => {
    const page = await openCase(refusing(operatorDepositDetail, 'not-found', 'There is no such recharge'))
    await page.says('There is no such recharge')
    await page.says('Try again')
    expect(page.text()).not.toContain('Record my decision')
  })
})
