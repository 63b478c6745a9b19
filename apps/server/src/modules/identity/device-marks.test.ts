import { dayMs } from '@candor/formulas'
import { expect, it } from 'vitest'
import { createDeviceMarks } from './device-marks.ts'

let nowMs = 1_700_000_000_000
const marks = createDeviceMarks({ secret: 'a secret', nowMs: () => nowMs })

it('shows that a browser has logged in to an account, and to no other', () => {
  const cookie = marks.add(null, 7n)
  expect(marks.find(cookie, 7n)).toMatch(/^[\w-]{16}$/)
  expect(marks.find(cookie, 8n)).toBeNull()
  expect(marks.find(null, 7n)).toBeNull()
})

it('names each mark differently, so that each device is counted by itself', () => {
  expect(marks.find(marks.add(null, 7n), 7n)).not.toBe(marks.find(marks.add(null, 7n), 7n))
})

it('keeps four accounts on one browser, the newest first, each once', () => {
  let cookie: string | null = null
  for (const customerId of [1n, 2n, 3n, 4n, 5n, 5n]) cookie = marks.add(cookie, customerId)
  expect(cookie?.split('.')).toHaveLength(4)
  expect([1n, 2n, 3n, 4n, 5n].map((id) => marks.find(cookie, id) !== null)).toEqual([false, true, true, true, true])
})

it('takes no mark that was changed, of another secret, or older than a year', () => {
  const cookie = marks.add(null, 7n)
  const bytes = Buffer.from(cookie, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(marks.find(changed.toString('base64url'), 7n)).toBeNull()
  }
  expect(createDeviceMarks({ secret: 'another', nowMs: () => nowMs }).find(cookie, 7n)).toBeNull()
  nowMs += 365 * dayMs - 1
  expect(marks.find(cookie, 7n)).not.toBeNull()
  nowMs += 1
  expect(marks.find(cookie, 7n)).toBeNull()
})

it.each(['', '.', 'x', '..', 'a.b.c', '='.repeat(500), 'é'])('takes %j for no mark', (cookie) => {
  expect(marks.find(cookie, 7n)).toBeNull()
  expect(marks.find(marks.add(cookie, 7n), 7n)).not.toBeNull()
})
