import { expect, test } from 'vitest'
import { wrapped } from './receipt-picture.ts'

const upTo = (length: number) => (line: string) => line.length <= length

test.each([
  ['en', 'You said up. The price ended 0.7 lower.', 16, ['You said up. The', 'price ended 0.7', 'lower.']],
  ['zh', '您选择了上涨。价格最终低了 0.7。', 8, ['您选择了上涨。', '价格最终低了', '0.7。']],
  ['de', 'Kurz.', 16, ['Kurz.']],
  ['en', '', 16, []],
])('breaks a text of a picture where its language does: %s', (language, text, length, lines) => {
  expect(wrapped(text, upTo(length), language)).toEqual(lines)
})
