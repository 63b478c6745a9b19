import { expect, it } from 'vitest'
import { practiceOrder } from './practice-order.ts'
import { contract, moment, offer, terms } from './testing/practice-contract.ts'

it('enters by the delay of its instrument after now, and ends with its duration', () => {
  expect(contract()).toMatchObject({ entrySlot: 1_002, exitSlot: 1_062, entryAtMs: 501_500, exitAtMs: 531_500 })
})

it('enters after the newest frame where that is ahead of this clock', () => {
  expect(practiceOrder(offer(), 'one', { ...moment, newestSlot: 1_001 })?.entrySlot).toBe(1_003)
})

it('enters one slot after now at the very least', () => {
  expect(practiceOrder(offer({ entryDelayMs: 0 }), 'one', moment)?.entrySlot).toBe(1_001)
})

it('has the fee and the profit of its terms', () => {
  expect(contract()).toMatchObject({ stake: '100', fee: '1', profit: '85', termsVersion: terms.version })
})

it.each([
  [990, true],
  [989, false],
])('is placed on a newest frame %d: %s', (newestSlot, isPlaced) => {
  expect(practiceOrder(offer(), 'one', { ...moment, newestSlot }) !== null).toBe(isPlaced)
})
