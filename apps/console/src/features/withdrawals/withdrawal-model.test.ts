import { describe, expect, it } from 'vitest'
import { actsOf, emptyWithdrawal, matchesWithdrawal, obstacleTo, withdrawalError } from './withdrawal-model.ts'

const waiting = { state: 'under-review' as const, mayAct: true, hasApproved: false, hasFailed: false }

describe('what an operator may do', () => {
  it('is to approve or reject what is under review, once', () => {
    expect(actsOf(waiting)).toEqual(['approve', 'reject'])
    expect(actsOf({ ...waiting, hasApproved: true })).toEqual([])
  })

  it('is to record the payment of what is approved, and then how it ended', () => {
    expect(actsOf({ ...waiting, state: 'approved', hasApproved: true })).toEqual(['sent'])
    expect(actsOf({ ...waiting, state: 'sent' })).toEqual(['completed', 'failed'])
    expect(actsOf({ ...waiting, state: 'sent', hasFailed: true })).toEqual(['completed'])
  })

  it('is not to complete what they approved', () => {
    expect(obstacleTo('completed', { hasApproved: true })).toBe('approver')
    expect(obstacleTo('completed', { hasApproved: false })).toBeNull()
    expect(obstacleTo('failed', { hasApproved: true })).toBeNull()
  })

  it('is nothing without the role, and nothing once it has ended', () => {
    expect(actsOf({ ...waiting, mayAct: false })).toEqual([])
    for (const state of ['completed', 'failed', 'rejected', 'cancelled'] as const)
      expect(actsOf({ ...waiting, state })).toEqual([])
  })
})

describe('a decision', () => {
  it('needs what its kind asks for', () => {
    expect(withdrawalError(emptyWithdrawal)).toBe('choice')
    expect(withdrawalError({ ...emptyWithdrawal, act: 'approve' })).toBeNull()
    expect(withdrawalError({ ...emptyWithdrawal, act: 'reject' })).toBe('reason')
    expect(withdrawalError({ ...emptyWithdrawal, act: 'reject', reason: 'customer-asked' })).toBeNull()
    expect(withdrawalError({ ...emptyWithdrawal, act: 'sent', reference: ' a ' })).toBe('reference')
    expect(withdrawalError({ ...emptyWithdrawal, act: 'sent', reference: 'SEPA-1' })).toBeNull()
    expect(withdrawalError({ ...emptyWithdrawal, act: 'failed', proof: 'not paid' })).toBe('proof')
    expect(withdrawalError({ ...emptyWithdrawal, act: 'completed' })).toBeNull()
  })
})

it('is found by number, account and amount', () => {
  const found = { id: '12', account: '44710928', amount: '350.00' }
  for (const search of ['', 'W-12', '12', '4471 0928', '350']) expect(matchesWithdrawal(found, search)).toBe(true)
  for (const search of ['13', '999', '35.0']) expect(matchesWithdrawal(found, search)).toBe(false)
})
