import { expect, test } from 'vitest'
import { epochStarts } from './epoch-starts.ts'

/**
 * The epochs of three instruments by slot: the first one changes at 40 and 90, the second one at 90, the third never.
 */
function epochsAt(slot: number) {
  return new Map([
    [1, 5 + Number(slot >= 40) + Number(slot >= 90)],
    [2, Number(slot >= 90)],
    [3, 7],
  ])
}
const slots = Array.from({ length: 200 }, (_, slot) => slot)

test('finds each frame that begins an epoch, newest first, by reading few of them', async () => {
  const read: number[] = []
  const reading = (slot: number) => {
    read.push(slot)
    return Promise.resolve(epochsAt(slot))
  }
  expect(await epochStarts(slots, reading, 3)).toEqual([
    { slot: 90, instruments: [1, 2] },
    { slot: 40, instruments: [1] },
  ])
  expect(new Set(read).size).toBeLessThan(40)
})

test('names the next frame where the first one of an epoch is missing', async () => {
  const withGap = slots.filter((slot) => slot < 88 || slot > 93)
  expect(await epochStarts(withGap, (slot) => Promise.resolve(epochsAt(slot)), 1)).toEqual([
    { slot: 94, instruments: [1, 2] },
  ])
})

test('finds none where no epoch changed, and where there are no two frames', async () => {
  const same = () => Promise.resolve(new Map([[1, 4]]))
  expect(await epochStarts(slots, same, 3)).toEqual([])
  expect(await epochStarts([7], same, 3)).toEqual([])
  expect(await epochStarts([], same, 3)).toEqual([])
})
