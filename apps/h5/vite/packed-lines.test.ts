import { expect, it } from 'vitest'
import { unpackLines } from '../src/features/location/outline.ts'
import { packLines } from './packed-lines.ts'

it('gives lines back on their grid, wherever they lie', () => {
  const lines = [
    [
      [-180, -85],
      [179.95, 85],
      [0, 0],
    ],
    [
      [13.37, 52.52],
      [13.42, 52.49],
    ],
  ]
  expect(unpackLines(packLines(lines, 20), 20)).toEqual([
    [
      [-85, -180],
      [85, 179.95],
      [0, 0],
    ],
    [
      [52.5, 13.35],
      [52.5, 13.4],
    ],
  ])
})

it('leaves out steps and islands that the grid does not show', () => {
  const island = [
    [10, 10],
    [10.01, 10],
    [10.01, 10.01],
  ]
  const coast = [
    [0, 0],
    [0.01, 0],
    [1, 0],
  ]
  expect(unpackLines(packLines([island, coast], 10), 10)).toEqual([
    [
      [0, 0],
      [0, 1],
    ],
  ])
})
