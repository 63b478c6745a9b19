import { expect, test } from 'vitest'
import { sparkPath, sparkY } from './spark-path.ts'

const box = { width: 64, height: 30, values: [1, 3, 2], open: 1 }

test('draws from the left edge to the right, higher prices higher', () => {
  expect(sparkPath(box)).toBe('M0 28L32 2L64 15')
})

test('fits the open price into the box, and lays a flat line in the middle', () => {
  expect(sparkY({ ...box, open: 0 }, 0)).toBe(28)
  expect(sparkY({ ...box, values: [5, 5], open: 5 }, 5)).toBe(15)
})

test('draws nothing from a single price', () => {
  expect(sparkPath({ ...box, values: [1] })).toBe('')
})
