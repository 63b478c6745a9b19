import { describe, expect, it } from 'vitest'
import { inOrder, promiseOf } from './next-model.ts'
import type { NextCase } from './next-model.ts'

const aCase = (id: string, waitsSinceMs: number, promisedMs: number | null): NextCase => ({
  screen: 'reviews',
  id,
  subject: `kyc:${id}`,
  title: id,
  detail: '',
  waitsSinceMs,
  promisedMs,
  holder: null,
})

describe('the next cases', () => {
  it('come in the order of their promises; those without one last, the longest wait first', () => {
    const cases = [
      aCase('later', 0, 900),
      aCase('young voucher', 70, null),
      aCase('soon', 50, 100),
      aCase('old voucher', 3, null),
    ]
    expect(inOrder(cases).map(({ id }) => id)).toEqual(['soon', 'later', 'old voucher', 'young voucher'])
  })

  it('have a ring only where a time was promised', () => {
    expect(promiseOf(aCase('1', 5, 9))).toEqual({ startMs: 5, promisedMs: 9 })
    expect(promiseOf(aCase('1', 5, null))).toBeNull()
  })
})
