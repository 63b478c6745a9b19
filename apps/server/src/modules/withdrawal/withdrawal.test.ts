import { amount } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { readinessOf, stepsOf, withdrawalDetailView } from './withdrawal.ts'
import type { WithdrawalRecord } from './withdrawal.ts'

const hourMs = 3_600_000
const asked: WithdrawalRecord = {
  withdrawalId: 7n,
  customerId: 1n,
  amount: amount('USDT', 500_000_000n),
  fee: amount('USDT', 1_000_000n),
  methodId: 3n,
  destination: { kind: 'wallet-address', chain: 'TRC20', addressStart: 'TQ7kPn4ZcW', addressEnd: 'eV8dLx93F' },
  state: 'under-review',
  reason: null,
  reference: null,
  approvalsNeeded: 2,
  approvalsMs: [],
  twoPersonThreshold: amount('USDT', 300_000_000n),
  sendingWithinMs: 4 * hourMs,
  arrivalWithinMs: 24 * hourMs,
  createdMs: 0,
  reviewDueMs: 4 * hourMs,
  approvedMs: null,
  sendingDueMs: null,
  arrivalDueMs: null,
  sentMs: null,
  endedMs: null,
}
const approved: WithdrawalRecord = {
  ...asked,
  state: 'approved',
  approvalsMs: [hourMs, 2 * hourMs],
  approvedMs: 2 * hourMs,
  sendingDueMs: 6 * hourMs,
  arrivalDueMs: 26 * hourMs,
}
const sent: WithdrawalRecord = { ...approved, state: 'sent', reference: 'abc', sentMs: 3 * hourMs }

const line = (record: WithdrawalRecord, nowMs: number) =>
  stepsOf(record, nowMs).map(({ name, state, promisedMs, isOverdue }) =>
    [name, state, promisedMs === null ? '-' : promisedMs / hourMs, ...(isOverdue ? ['late'] : [])].join(' '),
  )
/** What is behind every withdrawal that was asked for. */
const checked = ['requested done -', 'checked done -']

describe('the clock of a withdrawal', () => {
  it('counts what comes after the review from its promise, while that is all there is', () => {
    expect(line(asked, hourMs)).toEqual([...checked, 'approved now 4', 'sent ahead 8', 'completed ahead 28'])
  })
  it('counts on from the approval once it was given', () => {
    expect(line(approved, 3 * hourMs)).toEqual([...checked, 'approved done 4', 'sent now 6', 'completed ahead 26'])
    expect(line(sent, 4 * hourMs)).toEqual([...checked, 'approved done 4', 'sent done 6', 'completed now 26'])
  })
  it('says of the step of now that it is late, not of those behind it', () => {
    expect(line(asked, 100 * hourMs)).toEqual([...checked, 'approved now 4 late', 'sent ahead 8', 'completed ahead 28'])
    expect(line(asked, 4 * hourMs)[2]).toBe('approved now 4')
  })
  it('keeps saying that a step was late once it is done, but is not overdue for it', () => {
    const late: WithdrawalRecord = {
      ...approved,
      approvedMs: 5 * hourMs,
      sendingDueMs: 9 * hourMs,
      arrivalDueMs: 29 * hourMs,
    }
    expect(line(late, 6 * hourMs)[2]).toBe('approved done 4 late')
    expect(withdrawalDetailView(late, 6 * hourMs).isOverdue).toBe(false)
    expect(withdrawalDetailView(late, 10 * hourMs).isOverdue).toBe(true)
  })
  it('ends where it ended: taken back, rejected, failed or completed', () => {
    const ended = { endedMs: 3 * hourMs }
    expect(line({ ...asked, ...ended, state: 'cancelled' }, 99 * hourMs)).toEqual([...checked, 'cancelled done -'])
    expect(line({ ...asked, ...ended, state: 'rejected', reason: 'name-differs' }, 99 * hourMs).at(-1)).toBe(
      'rejected done 4',
    )
    expect(line({ ...sent, ...ended, state: 'failed', reason: 'payment-returned' }, 99 * hourMs).at(-1)).toBe(
      'failed done -',
    )
    expect(line({ ...sent, ...ended, state: 'completed' }, 99 * hourMs).at(-1)).toBe('completed done 26')
  })
})

describe('the view of a withdrawal', () => {
  it('shows what arrives, and that it can be taken back until the first approval', () => {
    expect(withdrawalDetailView(asked, 0)).toMatchObject({
      amount: '500',
      fee: '1',
      arrival: '499',
      canCancel: true,
      twoPersonThreshold: '300',
    })
    expect(withdrawalDetailView({ ...asked, approvalsMs: [1] }, 0).canCancel).toBe(false)
    expect(withdrawalDetailView(approved, 0).canCancel).toBe(false)
  })
})

describe('what is missing before a withdrawal would work', () => {
  const ready = {
    isVerified: true,
    hasPaymentPassword: true,
    usableFromMs: [5],
    heldUntilMs: null,
    available: amount('USD', 10n),
    minimum: amount('USD', 10n),
  }
  it('is nothing for who has all of it', () => {
    expect(readinessOf(ready, 5)).toEqual({ missing: [], coolsUntilMs: null })
  })
  it('is named in the order in which it is best done', () => {
    const nothing = {
      ...ready,
      isVerified: false,
      hasPaymentPassword: false,
      usableFromMs: [],
      available: amount('USD', 9n),
    }
    expect(readinessOf(nothing, 0).missing).toEqual(['verified', 'payment-password', 'payout-method', 'amount'])
  })
  it('is time where the destination that is usable first still rests, or the account does', () => {
    expect(readinessOf({ ...ready, usableFromMs: [90, 50] }, 40)).toEqual({
      missing: ['cooling-down'],
      coolsUntilMs: 50,
    })
    expect(readinessOf({ ...ready, usableFromMs: [90, 50], heldUntilMs: 70 }, 60)).toEqual({
      missing: ['cooling-down'],
      coolsUntilMs: 70,
    })
  })
})
