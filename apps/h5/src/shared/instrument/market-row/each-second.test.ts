import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachSecond } from './each-second.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('all rows are called back in the same moment, by one timer that ends with the last of them', () => {
  const calls: string[] = []
  const stopFirst = eachSecond(() => calls.push('first'))
  vi.advanceTimersByTime(400)
  const stopSecond = eachSecond(() => calls.push('second'))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(600)
  expect(calls).toEqual(['first', 'second'])
  stopFirst()
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual(['first', 'second', 'second'])
  stopSecond()
  expect(vi.getTimerCount()).toBe(0)
})
