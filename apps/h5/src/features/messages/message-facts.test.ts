import { describe, expect, it } from 'vitest'
import { decisionKindOf, sumsOf, wordsOf } from './message-facts.ts'
import en from './messages/en.json' with { type: 'json' }
import zh from './messages/zh.json' with { type: 'json' }
import { decisionKinds } from './message-facts.ts'

describe('the sums of a decision', () => {
  it('are those of its details', () => {
    const details = { amount: '500', fee: '5', asset: 'USDT', state: 'sent' }
    expect(sumsOf('withdrawal-sent', details)).toEqual({ amount: { amount: '500', asset: 'USDT' } })
  })

  it('of a recharge are counted in millionths: what was credited, or the USDT that were announced', () => {
    const details = { chain: 'TRC20', asset: 'USD', quantityUnits: '120500000', creditedUnits: '120379500' }
    expect(sumsOf('recharge-completed', details)).toEqual({ amount: { amount: '120.3795', asset: 'USD' } })
    expect(sumsOf('recharge-rejected', details)).toEqual({ amount: { amount: '120.5', asset: 'USDT' } })
  })

  it.each([
    {},
    { amount: 5, asset: 'USD' },
    { amount: '5' },
    { amount: '5 or so', asset: 'USD' },
    { amount: '5', asset: 'EUR' },
  ])('are unknown where the details lack them: %j', (details) => expect(sumsOf('withdrawal-sent', details)).toBeNull())
})

describe('the words of a decision', () => {
  it('are the last characters of a new destination, and unknown where the details lack them', () => {
    expect(wordsOf('security-destination-added', { end: 'Lj6t' })).toEqual({ end: 'Lj6t' })
    for (const details of [{}, { end: 5 }, { end: 'far too long' }])
      expect(wordsOf('security-destination-added', details)).toBeNull()
    expect(wordsOf('kyc-verified', {})).toEqual({})
  })
})

describe('a kind', () => {
  it.each([
    ['en', en],
    ['zh', zh],
  ])('has its words in %s', (_language, texts) => {
    const keys = Object.keys(texts)
    for (const kind of decisionKinds)
      expect(keys).toEqual(expect.arrayContaining([`kind.${kind}.title`, `kind.${kind}.text`]))
  })

  it('that is unknown has no words of its own', () => {
    expect(decisionKindOf('tax-form')).toBeNull()
    expect(decisionKindOf('kyc-verified')).toBe('kyc-verified')
  })
})
