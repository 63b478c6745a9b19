import { describe, expect, it } from 'vitest'
import { brokenByStake, limitAt, limitViewOf } from './limits.ts'
import type { StoredLimit } from './limits.ts'

const limit = (kind: StoredLimit['kind'], value: bigint | null, more: Partial<StoredLimit> = {}): StoredLimit => ({
  kind,
  value,
  nextValue: null,
  nextFromMs: null,
  ...more,
})
const count = (stakeUnits: bigint, stakedUnits: bigint, lostUnits: bigint) => ({ stakeUnits, stakedUnits, lostUnits })

describe('a limit', () => {
  it('gives way to the looser one once its day has passed, and not before', () => {
    const changing = limit('stake', 5n, { nextValue: 9n, nextFromMs: 1_000 })
    expect(limitAt(changing, 999).value).toBe(5n)
    expect(limitAt(changing, 1_000)).toEqual(limit('stake', 9n))
  })

  it.each([
    ['nothing without limits', [], count(100n, 100n, 100n), null],
    ['nothing up to the limit itself', [limit('stake', 10n)], count(4n, 6n, 0n), null],
    ['the stakes one unit above it', [limit('stake', 10n)], count(5n, 6n, 0n), 'stake'],
    ['the losses that are still possible', [limit('loss', 10n)], count(5n, 0n, 6n), 'loss'],
    ['no loss after as much was won', [limit('loss', 10n)], count(15n, 90n, -5n), null],
    ['nothing of a limit that was taken away', [limit('stake', null)], count(100n, 100n, 0n), null],
  ] as const)('refuses %s', (_case, limits, counted, broken) => {
    expect(brokenByStake(limits, counted)).toBe(broken)
  })

  it('is written as money, and of a session as minutes', () => {
    const format = (units: bigint) => `${units}!`
    expect(limitViewOf(limit('stake', 5n, { nextValue: null, nextFromMs: 7 }), format)).toMatchObject({
      value: '5!',
      nextValue: null,
      nextFromMs: 7,
    })
    expect(limitViewOf(limit('session', 30n), format).value).toBe('30')
  })
})
