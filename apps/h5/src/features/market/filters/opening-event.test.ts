import { expect, it } from 'vitest'
import { openingEvent } from './opening-event.ts'

const opensMs = Date.UTC(2026, 10, 29, 23)

it('is an event at the opening, in UTC, with an alarm', () => {
  const file = openingEvent({ title: 'Futures: the market opens', opensMs, nowMs: opensMs - 3_600_500 })
  const lines = file.split('\r\n')
  expect(lines).toContain('DTSTAMP:20261129T215959Z')
  expect(lines).toContain('DTSTART:20261129T230000Z')
  expect(lines).toContain('DTEND:20261129T231500Z')
  expect(lines).toContain('SUMMARY:Futures: the market opens')
  expect(lines).toContain('TRIGGER:PT0S')
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

it('keeps characters of the format out of its title', () => {
  const file = openingEvent({ title: String.raw`Oil, gas; gold\n`, opensMs, nowMs: opensMs })
  expect(file).toContain(String.raw`SUMMARY:Oil\, gas\; gold\\n`)
})
