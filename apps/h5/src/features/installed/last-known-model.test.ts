import { describe, expect, it } from 'vitest'
import { isShowable, ownerOf } from './last-known-model.ts'

const now = { customer: 'ann', build: 'b2', nowMs: 1_000_000_000_000 }
const answer = { owner: 'ann', build: 'b2', atMs: now.nowMs - 3_600_000 }

describe('what was last known', () => {
  it('is kept of the market for anybody, and of an account for its customer only', () => {
    expect(ownerOf('market/quotes', null)).toBe('')
    expect(ownerOf('wallet/assets', 'ann')).toBe('ann')
    expect(ownerOf('wallet/assets', null)).toBeNull()
  })

  it.each(['kyc/state', 'payout/list', 'recharge/address', 'security/state', 'user/sessions', 7])(
    'is never kept of %s',
    (path) => {
      expect(ownerOf(path, 'ann')).toBeNull()
    },
  )

  it('is shown to its owner, and hidden from another account, a visitor and another build', () => {
    expect(isShowable(answer, now)).toBe(true)
    expect(isShowable({ ...answer, owner: '' }, now)).toBe(true)
    for (const change of [
      { customer: 'bob' },
      { customer: null },
      { build: 'b3' },
      { nowMs: now.nowMs + 8 * 86_400_000 },
    ])
      expect(isShowable(answer, { ...now, ...change })).toBe(false)
  })
})
