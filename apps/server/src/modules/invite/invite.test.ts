import { describe, expect, it } from 'vitest'
import { rewardOf } from './invite.ts'

describe('a configured reward', () => {
  it('is an amount of an asset', () => {
    expect(rewardOf('2.5 USD')).toEqual({ asset: 'USD', units: 2_500_000n })
    expect(rewardOf('5 USDT')).toEqual({ asset: 'USDT', units: 5_000_000n })
  })

  it.each(['', '0 USDT', '0.0 USD'])('may be none: "%s"', (text) => expect(rewardOf(text)).toBeNull())

  it.each(['5', '5 EUR', 'five USD', 'USD 5'])('is nothing else: "%s"', (text) =>
    expect(() => rewardOf(text)).toThrow('not a reward'),
  )
})
