import { expect, it } from 'vitest'
import { swapError, swapFormOf, wantedSwap } from './swap-model.ts'

const current = {
  from: 'USD' as const,
  version: 1,
  minimum: '1',
  isWholeNumber: true,
  spreadBps: 5,
  quoteMs: 10_000,
  createdMs: 0,
}

it('proposes terms of swaps with numbers, a change and a reason', () => {
  const form = { ...swapFormOf(current), spreadBps: '8', quoteSeconds: '15', note: 'a wider market' }
  expect(wantedSwap(form, current)).toEqual({
    from: 'USD',
    minimum: '1',
    isWholeNumber: true,
    spreadBps: 8,
    quoteMs: 15_000,
  })
  expect(swapError(form, current)).toBeNull()
  expect(swapError({ ...form, quoteSeconds: '1.5' }, current)).toBe('number')
  expect(swapError({ ...form, minimum: '-1' }, current)).toBe('number')
  expect(swapError({ ...form, spreadBps: '5', quoteSeconds: '10', minimum: '1.00' }, current)).toBe('same')
  expect(swapError({ ...form, note: ' ' }, current)).toBe('note')
})
