import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMessage, encodeMessage } from './wire-text.ts'

const { message } = fc.letrec((tie) => ({
  message: fc.oneof(
    { maxDepth: 3 },
    fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }),
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `\u0001${text}`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('message')),
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      tie('message'),
      { noNullPrototype: true },
    ),
  ),
}))

test('keeps every message, integers beyond those of JSON and texts that look like them included', () => {
  fc.assert(
    fc.property(message, (value) => {
      expect(decodeMessage(encodeMessage(value))).toEqual(value)
    }),
  )
})

test.each(['', '{', '"\u00011e5"', '"\\u0001x"', '"\\u0001"', `"\\u0001${'9'.repeat(41)}"`])('refuses %j', (text) => {
  expect(() => decodeMessage(text)).toThrow(SyntaxError)
})
