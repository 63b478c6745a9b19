import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { emailText } from './user.ts'

test.each([
  'a@example.com\r\nBcc: everybody@example.com',
  'a@example.com\nSubject: another',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  '"a@example.com" <b@example.com>',
  'a@example.com ',
  'a@exam\u0000ple.com',
  'a@example.com%0aBcc:b@example.com',
])('%j is no address, so it adds neither a header nor a reader to a mail', (text) => {
  expect(safeParse(emailText, text).success).toBe(false)
})

test('an address is one reader', () => {
  expect(safeParse(emailText, 'a.b+c@mail.example.com').success).toBe(true)
})
