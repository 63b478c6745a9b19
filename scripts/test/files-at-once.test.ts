import { expect, it } from 'vitest'
import { filesAtOnce } from './files-at-once.ts'

it('are fewer where new memory is slow', () => {
  expect([0.3, 4.9, 5.1, 15].map((pageMicroseconds) => filesAtOnce(pageMicroseconds))).toEqual([5, 5, 3, 3])
})

it('are as many as the machine allows', () => {
  expect([3, 5]).toContain(filesAtOnce())
})
