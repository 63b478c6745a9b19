import { describe, expect, it } from 'vitest'
import { settingError, settingFormOf, wantedValue, wholeDuration } from './setting-model.ts'

const fee = { unit: 'USD' as const, value: '1', lowest: '0', highest: '50' }
const rest = { unit: 'ms' as const, value: '86400000', lowest: '0', highest: '2592000000' }
const note = 'a reason'

describe('a proposed setting', () => {
  it('is typed in its unit, and times in minutes', () => {
    expect(settingFormOf(fee).value).toBe('1')
    expect(settingFormOf(rest).value).toBe('1440')
    expect(wantedValue('ms', '15')).toBe('900000')
    expect(wantedValue('count', '1.5')).toBeNull()
  })

  it.each([
    ['a text that is no number', { value: 'much', note }, 'number'],
    ['the value of now, written otherwise', { value: '1.00', note }, 'same'],
    ['a value out of its bounds', { value: '50.01', note }, 'bounds'],
    ['no reason', { value: '2', note: ' ' }, 'note'],
    ['nothing', { value: '2', note }, null],
  ] as const)('has the error of %s', (_what, form, error) => {
    expect(settingError(form, fee)).toBe(error)
  })
})

it('names a duration in its largest whole unit', () => {
  expect([0, 900_000, 7_200_000, 86_400_000].map(wholeDuration)).toEqual([
    { unit: 'minutes', count: 0 },
    { unit: 'minutes', count: 15 },
    { unit: 'hours', count: 2 },
    { unit: 'days', count: 1 },
  ])
})
