import { expect, test } from 'vitest'
import { changeDelayMs, changedTail } from './changed-tail.ts'

test('flashes only from the first changed character to the end', () => {
  expect(changedTail('4,077.20', '4,078.40')).toEqual({ head: '4,07', tail: '8.40' })
  expect(changedTail('0.5841', '0.5842')).toEqual({ head: '0.584', tail: '2' })
})

test('flashes nothing when the text is the same, and all of it when the price grew a digit', () => {
  expect(changedTail('59.14', '59.14')).toEqual({ head: '59.14', tail: '' })
  expect(changedTail('999.90', '1,000.10')).toEqual({ head: '', tail: '1,000.10' })
})

test('holds a change back when it follows too soon, but not one that comes a slot later, give or take', () => {
  expect(changeDelayMs(1_000, 1_100)).toBe(300)
  expect(changeDelayMs(1_000, 1_420)).toBe(0)
  expect(changeDelayMs(0, 9_000)).toBe(0)
})
