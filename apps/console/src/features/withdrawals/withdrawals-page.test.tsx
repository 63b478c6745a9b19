// @vitest-environment happy-dom
import { transparencyServiceLevels } from '@candor/api'
import {
  operatorClaim,
  operatorClaims,
  operatorConfirmationBegin,
  operatorDayCases,
  operatorMe,
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalDetail,
  operatorWithdrawalEnded,
  operatorWithdrawalFailed,
  operatorWithdrawalQueue,
  operatorWithdrawalSent,
} from '@candor/api/operator'
import type { WithdrawalCaseDetail, WithdrawalCaseView, WithdrawalEndedView } from '@candor/api/operator'
import { describe, expect, it, vi } from 'vitest'
import { goTo } from '../../shared/navigation/index.ts'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { WithdrawalsPage } from './index.ts'

const common = {
  id: '12',
  subject: 'withdrawal 12',
  account: '204 118',
  asset: 'USD',
  amount: '900',
  fee: '9',
  arrival: '891',
  destination: { kind: 'bank-card', payoutMethodId: '3', bankName: 'First Bank', numberEnd: '4242' },
  state: 'under-review',
  createdMs: noonMs,
  isOverdue: false,
  approvalsNeeded: 2,
  approvalsGiven: 1,
  hasApproved: false,
  mayAct: true,
} as const

const waiting: WithdrawalCaseView = { ...common, step: 'approved', promisedMs: noonMs + 3_600_000 }

const detail: WithdrawalCaseDetail = {
  ...common,
  customerId: '9',
  registeredMs: noonMs,
  kycState: 'verified',
  isEnabled: true,
  available: '100',
  held: '900',
  earlier: { completed: 2, failed: 0, rejected: 0, open: 1 },
  payee: {
    kind: 'bank-card',
    bankName: 'First Bank',
    country: 'PT',
    holder: 'Ana Example',
    isIban: true,
    numberEnd: '4242',
    bankCode: null,
    bankAddress: null,
  },
  payeeAddedMs: noonMs,
  payeeOtherAccounts: 2,
  steps: [],
  endedMs: null,
  reason: null,
  reference: null,
  approvals: [],
  failings: [],
  hasFailed: false,
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('payments')),
  ...on(operatorConfirmationBegin, null),
  ...on(operatorWithdrawalQueue, { items: [waiting] }),
  ...on(operatorWithdrawalDetail, detail),
  ...on(operatorWithdrawalEnded, { items: [], nextCursor: null }),
  ...on(operatorClaims, { items: [] }),
}

const openCase = (changed: Partial<WithdrawalCaseDetail> = {}, more: PlayedServer = {}) =>
  openView(
    <WithdrawalsPage />,
    { ...server, ...on(operatorWithdrawalDetail, { ...detail, ...changed }), ...more },
    '#/withdrawals/12',
  )

describe('the queue of withdrawals', () => {
  it('names the amount, the account and which approval is due', async () => {
    const page = await openView(<WithdrawalsPage />, server, '#/withdrawals')
    await page.says('900.00 USD', 'account 204 118', 'Approve 2 of 2')
  })

  it('names the next step of an approved withdrawal', async () => {
    const approved = on(operatorWithdrawalQueue, { items: [{ ...waiting, state: 'approved', step: 'sent' }] })
    const page = await openView(<WithdrawalsPage />, { ...server, ...approved }, '#/withdrawals')
    await page.says('Pay')
    expect(page.text()).not.toContain('Approve 2 of 2')
  })
})

describe('below the withdrawals', () => {
  it('are the figures of the day, and how promises were kept', async () => {
    const step = { promisedWithinMs: 1, medianMs: 1, ninetyFiveMs: 1, slowestMs: 1, overdueNow: 0 }
    const levels = {
      fromMs: 0,
      toMs: noonMs,
      withdrawals: {
        requested: 1,
        completed: 1,
        failed: 0,
        rejected: 0,
        cancelled: 0,
        open: 0,
        steps: [{ ...step, name: 'approved' as const, done: 250, inTime: 248 }],
      },
      identityChecks: { steps: [] },
      service: { steps: [] },
    }
    const day = { queue: 'withdrawals' as const, decided: 212, medianMs: 2_460_000, late: { cases: 2, of: 214 } }
    const page = await openView(
      <WithdrawalsPage />,
      {
        ...server,
        ...on(operatorDayCases, { atMs: noonMs, queues: [day], hours: [] }),
        ...on(transparencyServiceLevels, levels),
      },
      '#/withdrawals',
    )
    await page.says('Decided today212', '41 m', 'of 214 decided or overdue', '99.2%')
  })
})

describe('the lists of withdrawals', () => {
  const farMs = Date.now() + 86_400_000
  const items: WithdrawalCaseView[] = [
    { ...waiting, id: '21', subject: 'withdrawal:21', amount: '210' },
    { ...waiting, id: '22', subject: 'withdrawal:22', amount: '220', asset: 'USDT', promisedMs: farMs, step: 'sent' },
  ]
  const ended: WithdrawalEndedView = {
    ...common,
    id: '20',
    amount: '200',
    state: 'rejected',
    endedMs: noonMs + 3_600_000,
    wasLate: true,
    operators: ['Ada', 'Ben'],
  }
  const played: PlayedServer = {
    ...server,
    ...on(operatorWithdrawalQueue, { items }),
    ...on(operatorWithdrawalEnded, { items: [ended], nextCursor: null }),
    ...on(operatorClaims, {
      items: [{ subject: 'withdrawal:22', operatorId: '7', name: 'Ada', untilMs: farMs, isOwn: true }],
    }),
  }
  const open = (hash: string) => openView(<WithdrawalsPage />, played, hash)

  it('show what waits with whose it is, and below it what was decided last', async () => {
    const page = await open('#/withdrawals')
    await page.says('210.00 USD', '220.00 USDT', 'AYou', 'Last decided', '200.00 USD', 'Ada, Ben', '1 h 0 m, late')
    expect(page.text()).toContain('Waiting 2Mine 1Late 1Decided')
  })

  it('show the operator’s own cases, and the late ones', async () => {
    const mine = await open('#/withdrawals/mine')
    await mine.says('220.00 USDT')
    expect(mine.text()).not.toContain('210.00 USD')
    const late = await open('#/withdrawals/late')
    await late.says('210.00 USD')
    expect(late.text()).not.toContain('220.00 USDT')
  })

  it('give a case to the operator who takes it', async () => {
    const page = await openView(
      <WithdrawalsPage />,
      { ...played, ...on(operatorClaim, { operatorId: '7', name: 'Ada', untilMs: farMs, isOwn: true }) },
      '#/withdrawals',
    )
    await page.press('button', 'Take 210.00 USD')
    expect(page.sent(operatorClaim)).toEqual([{ subject: 'withdrawal:21' }])
  })

  it('are filtered, and saved as they are shown', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:saved'
    })
    const page = await open('#/withdrawals')
    await page.says('210.00 USD')
    await page.select('Currency', 'USDT')
    expect(page.text()).not.toContain('210.00 USD')
    await page.press('button', 'CSV')
    const [header = '', line = '', end] = ((await saved[0]?.text()) ?? '').split('\r\n')
    expect(header.split(',').slice(0, 4)).toEqual(['id', 'account', 'asset', 'amount'])
    expect(line.split(',').slice(0, 4)).toEqual(['22', '204 118', 'USDT', '220'])
    expect(end).toBe('')
    vi.restoreAllMocks()
  })

  it('open a case beside the list that it was on', async () => {
    const page = await open('#/withdrawals/decided')
    await page.says('Rejected', '200.00 USD')
    goTo('withdrawals', '12')
    await page.says('Destination', '200.00 USD')
    expect(page.text()).not.toContain('210.00 USD')
  })
})

describe('an open withdrawal', () => {
  it('shows what decides it: amounts, destination and the accounts that share it', async () => {
    const page = await openCase()
    await page.says('Paid out891.00 USD', 'Ana Example', '2 other accounts', '2 completed', '1 open')
    await page.says('2 of 2', 'each without seeing the other')
  })

  it('warns of a disabled account', async () => {
    const page = await openCase({ isEnabled: false })
    await page.says('This account is disabled')
  })

  it('is approved by key', async () => {
    const page = await openCase({}, on(operatorWithdrawalDecide, { state: 'approved' }))
    await page.says('Record my decision')
    await page.key('a')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorConfirmationBegin)).toEqual([{ act: 'withdrawal.approve', id: '12' }])
    expect(page.sent(operatorWithdrawalDecide)).toEqual([{ id: '12', verdict: 'approve' }])
  })

  it('is not approved without the confirmation that it needs', async () => {
    const page = await openCase({}, refusing(operatorConfirmationBegin, 'no-passkey', 'Add a passkey first'))
    await page.says('Record my decision')
    await page.key('a')
    await page.press('button', 'Record my decision', 'Add a passkey first')
    expect(page.sent(operatorWithdrawalDecide)).toEqual([])
  })

  it('is rejected only with a reason', async () => {
    const page = await openCase({}, on(operatorWithdrawalDecide, { state: 'rejected' }))
    await page.says('Record my decision')
    await page.press('radio', 'Reject')
    await page.press('button', 'Record my decision', 'Choose a reason')
    await page.select('Reason, shown to the customer', 'name-differs')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorWithdrawalDecide)).toEqual([{ id: '12', verdict: 'reject', reason: 'name-differs' }])
  })

  it('offers no second approval to the operator who gave the first', async () => {
    const page = await openCase({ hasApproved: true })
    await page.says('Your part is done')
    expect(page.find('radio', 'Approve')).toBeNull()
  })

  it('is paid only with the reference of the payment', async () => {
    const page = await openCase({ state: 'approved' }, on(operatorWithdrawalSent, { state: 'sent' }))
    await page.says('Record the payment')
    expect(page.find('radio', 'Approve')).toBeNull()
    await page.press('radio', 'Record the payment')
    await page.press('button', 'Record my decision', 'Enter the reference of the payment')
    await page.type('Reference of the payment', 'REF-77')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorWithdrawalSent)).toEqual([{ id: '12', reference: 'REF-77' }])
  })

  it('arrives, or fails with a proof', async () => {
    const page = await openCase(
      { state: 'sent' },
      {
        ...on(operatorWithdrawalFailed, { state: 'sent' }),
        ...on(operatorWithdrawalCompleted, { state: 'completed' }),
      },
    )
    await page.says('It arrived')
    await page.press('radio', 'It was not paid')
    await page.type('Proof that it was never paid', 'returned')
    await page.press('button', 'Record my decision', 'Describe it in at least ten characters')
    await page.type('Proof that it was never paid', 'returned by the bank')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorWithdrawalFailed)).toEqual([{ id: '12', proof: 'returned by the bank' }])
    await page.press('radio', 'It arrived')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorWithdrawalCompleted)).toEqual([{ id: '12' }])
  })

  it('shows the operator who approved it why they cannot complete it', async () => {
    const page = await openCase({ state: 'sent', hasApproved: true })
    await page.says('You approved it. Another operator completes it.')
    await page.key('a')
    const choice = page.find('radio', 'It arrivedYou approved it. Another operator completes it.')
    expect(choice?.querySelector('input')).toMatchObject({ disabled: true, checked: false })
  })

  it('offers no second report of failure to the operator who made the first', async () => {
    const page = await openCase({ state: 'sent', hasFailed: true })
    await page.says('It arrived')
    expect(page.find('radio', 'It was not paid')).toBeNull()
  })

  it('shows why the server refused the decision', async () => {
    const page = await openCase({}, refusing(operatorWithdrawalDecide, 'already-decided', 'Decided meanwhile'))
    await page.says('Record my decision')
    await page.key('a')
    await page.press('button', 'Record my decision', 'Decided meanwhile')
  })

  it('has nothing to decide once it has ended', async () => {
    const page = await openCase({ state: 'completed', mayAct: false, endedMs: noonMs })
    await page.says('Nothing is left to decide.', 'Completed')
  })
})
