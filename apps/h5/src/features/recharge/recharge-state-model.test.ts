import { rechargeState } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { labelOf, stepsOf } from './recharge-state-model.ts'

const names = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).map(({ name, state }) => `${name} ${state}`)

describe('a recharge', () => {
  it('has one of the words of the specification in every state', () => {
    expect(Object.fromEntries(rechargeState.options.map((state) => [state, labelOf(state)]))).toEqual({
      'under-review': 'underReview',
      completed: 'success',
      rejected: 'fail',
      failed: 'fail',
      lapsed: 'unfinished',
    })
  })

  it('with a voucher waits for a person, and without one for its transfer', () => {
    expect(names({ state: 'under-review', transfer: null, hasVoucher: true })).toEqual([
      'announced done',
      'checked now',
      'credited next',
    ])
    expect(names({ state: 'under-review', transfer: null, hasVoucher: false })).toEqual([
      'announced done',
      'transfer now',
      'credited next',
    ])
  })

  it('that ended badly says so in its last step, also after it was credited', () => {
    expect(names({ state: 'rejected', transfer: null, hasVoucher: true })).toEqual(['announced done', 'ended ended'])
    expect(names({ state: 'failed', transfer: null, hasVoucher: true }).slice(-2)).toEqual([
      'credited done',
      'ended ended',
    ])
  })
})
