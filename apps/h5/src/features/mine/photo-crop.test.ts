import { expect, it } from 'vitest'
import { middleSquare } from './photo-crop.ts'

it.each([
  [
    { width: 400, height: 300 },
    { x: 50, y: 0, side: 300 },
  ],
  [
    { width: 300, height: 401 },
    { x: 0, y: 50, side: 300 },
  ],
  [
    { width: 7, height: 7 },
    { x: 0, y: 0, side: 7 },
  ],
])('the middle of %o is %o', (size, square) => {
  expect(middleSquare(size)).toEqual(square)
})
