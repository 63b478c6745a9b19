import { unitsOfEach } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { limitAt, limitViewOf } from './limits.ts'
import type { MoneyLimit, SessionLimit } from './limits.ts'

const limit = (kind: MoneyLimit['kind'], value: bigint | null, more: Partial<MoneyLimit> = {}): MoneyLimit => ({
  kind,
  value: value === null ? null : unitsOfEach(value),
  nextValue: null,
  nextFromMs: null,
  ...more,
})
const session: SessionLimit = { kind: 'session', value: 30, nextValue: null, nextFromMs: null }
describe('a limit', () => {
  it('gives way to the looser one once its day has passed, and not before', () => {
    const changing = limit('stake', 5n, { nextValue: unitsOfEach(9n), nextFromMs: 1_000 })
    expect(limitAt(changing, 999).value).toBe(5n)
    expect(limitAt(changing, 1_000)).toEqual(limit('stake', 9n))
    expect(limitAt({ ...session, nextValue: 60, nextFromMs: 1_000 }, 1_000)).toEqual({ ...session, value: 60 })
  })

  it('is shown as money, and of a session as minutes', () => {
    expect(limitViewOf(limit('stake', 5n, { nextFromMs: 7 }))).toMatchObject({
      value: '0.000005',
      nextValue: null,
      nextFromMs: 7,
    })
    expect(limitViewOf(session).value).toBe('30')
  })

  it('of minutes is no limit of money', () => {
    // @ts-expect-error Minutes of a session are no units of money.
    const mixed: MoneyLimit = { ...limit('stake', null), value: session.value }
    expect(mixed.value).toBe(30)
  })
})
