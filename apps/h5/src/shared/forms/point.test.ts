import { expect, it } from 'vitest'
import { coordinatesText, pointOf } from './point.ts'

it('reads the point of a link, and none where it names none', () => {
  expect(pointOf({ lat: '52.5', lng: '-13.25' })).toEqual({ lat: 52.5, lng: -13.25 })
  for (const params of [
    {},
    { lat: '1' },
    { lat: '', lng: '2' },
    { lat: '91', lng: '0' },
    { lat: '0', lng: '181' },
    { lat: 'x', lng: '1' },
  ])
    expect(pointOf(params)).toBeNull()
})

it('writes coordinates as every map takes them', () => {
  expect(coordinatesText({ lat: 52.5316771, lng: -13.381777 })).toBe('52.53168, -13.38178')
})
