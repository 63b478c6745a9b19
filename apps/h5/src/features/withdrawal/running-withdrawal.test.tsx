// @vitest-environment happy-dom
import { withdrawalDetail, withdrawalList } from '@candor/api'
import type { WithdrawalDetailView, WithdrawalState } from '@candor/api'
import { expect, it } from 'vitest'
import { queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { aWithdrawal } from '../../shared/testing/withdrawal-fixture.ts'
import { RunningWithdrawal } from './running-withdrawal.tsx'

const step = { owner: 'payments', atMs: null, promisedMs: null, isOverdue: false } as const

const withdrawal = (id: string, state: WithdrawalState): WithdrawalDetailView => ({
  ...aWithdrawal({ id, state, createdMs: 1_000, endedMs: state === 'completed' ? 2_000 : null }),
  steps: [
    { ...step, name: 'requested', state: 'done', atMs: 1_000 },
    { ...step, name: 'approved', state: 'now', promisedMs: 9_000 },
    { ...step, name: 'completed', state: 'ahead' },
  ],
  approvalsNeeded: 2,
  approvalsMs: [],
  twoPersonThreshold: '300',
  reference: null,
  canCancel: true,
})

const drawWith = (withdrawals: readonly WithdrawalDetailView[]) =>
  draw(<RunningWithdrawal />, [
    [
      { queryKey: queryKeyOf(withdrawalList, { pages: 'all' }) },
      { pages: [{ items: withdrawals, nextCursor: null }], pageParams: [null] },
    ],
    ...withdrawals.map((one) => [queryFor(withdrawalDetail, { id: one.id }), one] as const),
  ])

it('shows the steps of the newest withdrawal that has not ended, and leads to it', async () => {
  const card = await drawWith([withdrawal('W1', 'completed'), withdrawal('W2', 'under-review')])
  expect(card.text()).toContain('−500.00 USDT')
  expect(card.all('[aria-current=step]').map((one) => one.textContent)).toEqual([expect.stringContaining('Two people')])
  expect(card.all('a').map((link) => link.getAttribute('href'))).toEqual(['#/pages/withdrawal/records?id=W2'])
})

it('is empty where all have ended', async () => {
  expect((await drawWith([withdrawal('W1', 'completed')])).text()).toBe('')
})
