import { describe, expect, it } from 'vitest'
import { emptyRecharge, matchesRecharge, rechargeFault, rechargeVerdict } from './recharge-model.ts'

describe('a decision on a recharge', () => {
  it('is approved only with the transaction that was found', () => {
    const form = { ...emptyRecharge, choice: 'approve' as const }
    expect(rechargeFault(emptyRecharge)).toBe('choice')
    expect(rechargeFault(form)).toBe('reference')
    expect(rechargeFault({ ...form, reference: '  0x12 ' })).toBe('reference')
    expect(rechargeFault({ ...form, reference: '0xabcdef' })).toBeNull()
  })

  it('is rejected only with a reason, and says nothing of a transaction then', () => {
    const form = { choice: 'reject' as const, reference: '0xabcdef', reason: null }
    expect(rechargeFault(form)).toBe('reason')
    expect(rechargeVerdict({ ...form, reason: 'wrong-chain' })).toEqual({ verdict: 'rejected', reason: 'wrong-chain' })
    expect(rechargeVerdict({ ...form, choice: 'approve', reference: ' 0xabcdef ' })).toEqual({
      verdict: 'approved',
      reference: '0xabcdef',
    })
  })
})

it('is found by number, account and transaction', () => {
  const found = { id: '12', account: '44709928', txid: '0xFEED01' }
  for (const search of ['', 'R-12', '4470 9928', 'feed']) expect(matchesRecharge(found, search)).toBe(true)
  for (const search of ['13', 'beef']) expect(matchesRecharge(found, search)).toBe(false)
  expect(matchesRecharge({ ...found, txid: null }, 'feed')).toBe(false)
})
