import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Lena Musterfrau', 'LM'],
  ['Nguyễn Minh Anh', 'NA'],
  ['김서연', '김'],
  ['dana-osei', 'DO'],
  ['Anne-Marie Schmidt', 'AS'],
  ['  dana ', 'D'],
  ['', ''],
])('of “%s” are “%s”', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
