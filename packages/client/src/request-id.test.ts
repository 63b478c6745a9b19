import { expect, it } from 'vitest'
import { newRequestId } from './request-id.ts'

it('makes UUIDs of version 7 that begin with the time', () => {
  const id = newRequestId(0x0123_4567_89ab)
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('makes another one each time', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newRequestId(1))).size).toBe(1000)
})
