import { describe, expect, it } from 'vitest'
import { changesIn, hasReason, isAmount, isWholeNumber } from './proposal-model.ts'

const fields = ['isOffered', 'stakeMin', 'payoutBps'] as const
const current = { isOffered: true, stakeMin: '1.000000', payoutBps: 8_500 }

describe('what a proposal changes', () => {
  it('is described field by field', () => {
    expect(changesIn(fields, current, { ...current, payoutBps: 8_000, isOffered: false })).toEqual([
      'isOffered',
      'payoutBps',
    ])
  })

  it('is nothing where only the writing of an amount differs', () => {
    expect(changesIn(fields, current, { ...current, stakeMin: '1' })).toEqual([])
    expect(changesIn(['stakeMin'], { stakeMin: '1000' }, { stakeMin: '1000.00' })).toEqual([])
  })

  it('is everything where there was nothing before', () => {
    expect(changesIn(fields, null, current)).toEqual(fields)
  })
})

it('takes amounts, whole numbers and reasons as the server does', () => {
  expect(['0.5', '1000', '1,5', '-1', ''].map(isAmount)).toEqual([true, true, false, false, false])
  expect(['0', '85000', '850000', '1.5', ''].map(isWholeNumber)).toEqual([true, true, false, false, false])
  expect(['  no ', 'yes'].map(hasReason)).toEqual([false, true])
})
