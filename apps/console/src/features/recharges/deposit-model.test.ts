import { describe, expect, it } from 'vitest'
import { emptyDeposit, matchesDeposit, depositError, depositVerdict } from './deposit-model.ts'

const txid = `0x${'ab'.repeat(32)}`

describe('a decision on a deposit', () => {
  it('is approved only with the transaction that was found', () => {
    const form = { ...emptyDeposit, choice: 'approve' as const }
    expect(depositError(emptyDeposit)).toBe('choice')
    expect(depositError(form)).toBe('reference')
    expect(depositError({ ...form, reference: '  0x12 ' })).toBe('reference')
    expect(depositError({ ...form, reference: 'invented reference' })).toBe('reference')
    expect(depositError({ ...form, reference: ` ${txid} ` })).toBeNull()
    expect(depositError({ ...form, reference: txid.slice(2).toUpperCase() })).toBeNull()
  })

  it('is rejected only with a reason, and says nothing of a transaction then', () => {
    const form = { choice: 'reject' as const, reference: '0xabcdef', reason: null }
    expect(depositError(form)).toBe('reason')
    expect(depositVerdict({ ...form, reason: 'wrong-chain' })).toEqual({ verdict: 'rejected', reason: 'wrong-chain' })
    expect(depositVerdict({ ...form, choice: 'approve', reference: ' 0xabcdef ' })).toEqual({
      verdict: 'approved',
      reference: '0xabcdef',
    })
  })
})

it('is found by number, account and transaction', () => {
  const found = { id: '12', account: '44709928', txid: '0xFEED01' }
  for (const search of ['', 'R-12', '4470 9928', 'feed']) expect(matchesDeposit(found, search)).toBe(true)
  for (const search of ['13', 'beef']) expect(matchesDeposit(found, search)).toBe(false)
  expect(matchesDeposit({ ...found, txid: null }, 'feed')).toBe(false)
})
