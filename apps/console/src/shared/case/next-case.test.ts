import { expect, it } from 'vitest'
import { nextCase } from './next-case.ts'

it('goes through a queue and begins again at its end', () => {
  expect(nextCase(['1', '2', '3'], null)).toBe('1')
  expect(nextCase(['1', '2', '3'], '1')).toBe('2')
  expect(nextCase(['1', '2', '3'], '3')).toBe('1')
})

it('begins at the top once the open case has left the queue', () => {
  expect(nextCase(['2', '3'], '1')).toBe('2')
  expect(nextCase([], '1')).toBeNull()
})
