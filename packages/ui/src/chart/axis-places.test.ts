import { describe, expect, test } from 'vitest'
import { apart, isFree, tagPlaces } from './axis-places.ts'

describe('two tags of the price axis', () => {
  test('stay at their prices where there is room', () => {
    expect(tagPlaces([60, 100], 200)).toEqual([60, 100])
    expect(tagPlaces([60, null], 200)).toEqual([60, null])
  })

  test('give way to each other by the same distance, the higher price upwards', () => {
    expect(tagPlaces([100, 104], 200)).toEqual([91, 113])
    expect(tagPlaces([104, 100], 200)).toEqual([113, 91])
  })

  test('stay on the axis', () => {
    expect(tagPlaces([2, 4], 200)).toEqual([10, 32])
    expect(tagPlaces([198, 199], 200)).toEqual([168, 190])
    expect(tagPlaces([1, null], 200)).toEqual([10, null])
  })

  test('are left out with their price', () => {
    expect(tagPlaces([-1, 100], 200)).toEqual([null, 100])
    expect(tagPlaces([100, 201], 200)).toEqual([100, null])
  })
})

test('places that are far enough apart stay as they are', () => {
  expect(apart(10, 40, 22)).toEqual([10, 40])
  expect(apart(40, 10, 22)).toEqual([40, 10])
})

test('a label of the axis is left out within 17 pixels of a tag', () => {
  expect(isFree(60, [76, null])).toBe(false)
  expect(isFree(60, [77, 43])).toBe(true)
  expect(isFree(60, [])).toBe(true)
})
