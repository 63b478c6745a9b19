import { beforeEach, expect, test } from 'vitest'
import { forgetOwnValues } from '@candor/client'
import { dayMs } from '@candor/formulas'
import { acceptanceOf, keepAcceptance } from './kept-acceptances.ts'

const order = (id: number, exitAtMs = 60_000) => ({ id: `${id}`, exitAtMs })

beforeEach(forgetOwnValues)

test('keeps the text of an order and when it arrived', () => {
  keepAcceptance(order(7), 'signed', 1_000)
  expect(acceptanceOf('7')).toMatchObject({ text: 'signed', receivedMs: 1_000 })
  expect(acceptanceOf('8')).toBeNull()
})

test('forgets those of two weeks after their end, and never more than two hundred', () => {
  keepAcceptance(order(1), 'old', 0)
  keepAcceptance(order(2), 'new', 15 * dayMs)
  expect([acceptanceOf('1'), acceptanceOf('2')?.text]).toEqual([null, 'new'])
  for (let id = 3; id <= 202; id += 1) keepAcceptance(order(id), `${id}`, 15 * dayMs)
  expect([acceptanceOf('2'), acceptanceOf('3')?.text, acceptanceOf('202')?.text]).toEqual([null, '3', '202'])
})

test('ends with the login', () => {
  keepAcceptance(order(7), 'signed', 1_000)
  forgetOwnValues()
  expect(acceptanceOf('7')).toBeNull()
})
