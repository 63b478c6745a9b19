import { expect, it } from 'vitest'
import { filesAtOnce } from './files-at-once.ts'

it('runs fewer files at a time where new memory is slow', () => {
  expect([0.3, 4.9, 5.1, 15].map((pageMicroseconds) => filesAtOnce(pageMicroseconds))).toEqual([5, 5, 3, 3])
})

it('measures the machine by itself', () => {
  expect([3, 5]).toContain(filesAtOnce())
})
