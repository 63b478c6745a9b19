import { describe, expect, it } from 'vitest'
import {
  formOf,
  isUnchanged,
  settingsErrors,
  wantedSettings,
  withAnotherSpan,
  withDay,
  withSameDays,
} from './settings-model.ts'

const current = {
  hours: {
    timeZone: 'Europe/Berlin',
    days: [
      { day: 1, from: '13:00', until: '18:00' },
      { day: 1, from: '09:00', until: '12:00' },
      { day: 7, from: '00:00', until: '24:00' },
    ],
  },
  alarmMs: 180_000,
}
const form = formOf(current)

describe('the form of the settings', () => {
  it('shows each day with its spans in order, and asks for the same until something is changed', () => {
    expect(form.days.map((spans) => spans.length)).toEqual([2, 0, 0, 0, 0, 0, 1])
    expect(form.days[0]).toEqual([
      { from: '09:00', until: '12:00' },
      { from: '13:00', until: '18:00' },
    ])
    expect(isUnchanged(form, current)).toBe(true)
    expect(isUnchanged({ ...form, alarmSeconds: '60' }, current)).toBe(false)
    expect(isUnchanged(withDay(form, 6, []), current)).toBe(false)
  })

  it('takes a time without its zero, and says which day each span is of', () => {
    const typed = withDay(form, 1, [{ from: '9:30', until: '12:00' }])
    expect(settingsErrors(typed)).toBe(null)
    expect(wantedSettings(typed).hours.days).toContainEqual({ day: 2, from: '09:30', until: '12:00' })
  })

  it('offers the usual hours to a closed day, an empty span to another, and one day’s hours to all', () => {
    expect(withAnotherSpan([])).toEqual([{ from: '09:00', until: '18:00' }])
    expect(withAnotherSpan([{ from: '09:00', until: '12:00' }])[1]).toEqual({ from: '', until: '' })
    expect(withSameDays(form, 6).days.every((spans) => spans[0]?.until === '24:00')).toBe(true)
  })
})

it.each([
  ['a time that is none', [{ from: '09:00', until: '25:00' }], 'time'],
  ['a span that is not filled in', [{ from: '', until: '' }], 'time'],
  ['an end before its beginning', [{ from: '18:00', until: '09:00' }], 'order'],
  [
    'spans that overlap',
    [
      { from: '13:00', until: '18:00' },
      { from: '09:00', until: '14:00' },
    ],
    'overlap',
  ],
])('says of a day: %s', (_name, spans, fault) => {
  expect(settingsErrors(withDay(form, 2, spans))?.days[2]).toBe(fault)
})

it('takes an alarm of half a minute to two hours', () => {
  const isWrong = (alarmSeconds: string) => settingsErrors({ ...form, alarmSeconds })?.hasWrongAlarm ?? false
  expect(['29', '30', '7200', '7201', '', '1.5', '-60'].map(isWrong)).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})
