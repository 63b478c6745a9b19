import { expect, it } from 'vitest'
import { deviceName, dotted, otherSessions } from './device-model.ts'

it('names a device by what it says', () => {
  expect(deviceName({ kind: 'phone', system: 'iPhone', browser: 'Safari' })).toBe('iPhone, Safari')
  expect(deviceName({ kind: 'computer', system: 'Windows', browser: null })).toBe('Windows')
  expect(deviceName({ kind: 'unknown', system: null, browser: null })).toBeNull()
})

it('leaves out of a line what is not known', () => {
  expect(dotted(['18 Nov, 21:06', '203.0.113.x'])).toBe('18 Nov, 21:06 · 203.0.113.x')
  expect(dotted(['This device', null])).toBe('This device')
})

it('counts the sessions beside this one', () => {
  const session = {
    id: '1',
    device: { kind: 'phone', system: null, browser: null },
    network: null,
    createdMs: 1,
    lastUsedMs: 1,
  } as const
  expect(otherSessions([{ ...session, isCurrent: true }])).toBe(0)
  expect(
    otherSessions([
      { ...session, isCurrent: true },
      { ...session, id: '2', isCurrent: false },
    ]),
  ).toBe(1)
})
