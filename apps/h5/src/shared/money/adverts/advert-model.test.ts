import { describe, expect, it } from 'vitest'
import { differencePercent, faceOf, isMinimumWaived, remainingPercent } from './advert-model.ts'

const advert = { isOpen: true, total: '20000', remaining: '12400', minimum: '50' }

describe('the face of an advert', () => {
  it.each([
    [{}, 'open'],
    [{ remaining: '2000' }, 'open'],
    [{ remaining: '1999.999999' }, 'low'],
    [{ total: '100', remaining: '49', minimum: '50' }, 'low'],
    [{ remaining: '0' }, 'empty'],
    [{ isOpen: false }, 'closed'],
    [{ isOpen: false, remaining: '0' }, 'closed'],
  ] as const)('with %j is %s', (over, face) => {
    expect(faceOf({ ...advert, ...over })).toBe(face)
  })
})

it('fills its bar with what is left, never with more than that', () => {
  expect(remainingPercent({ remaining: '12400', total: '20000' })).toBe(62)
  expect(remainingPercent({ remaining: '199', total: '20000' })).toBe(0)
  expect(remainingPercent({ remaining: '0', total: '0' })).toBe(0)
})

it('is compared with the reference in hundredths of a percent', () => {
  expect(differencePercent('0.9991', '0.9996')).toBe('-0.05')
  expect(differencePercent('1.0005', '1')).toBe('0.05')
  expect(differencePercent('0.9991', null)).toBe(null)
})

it('takes less than its minimum once less is left', () => {
  expect(isMinimumWaived({ minimum: '50', remaining: '49.999999' })).toBe(true)
  expect(isMinimumWaived({ minimum: '50', remaining: '50' })).toBe(false)
})
