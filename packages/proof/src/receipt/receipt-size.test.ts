import { expect, test } from 'vitest'
import { utf8Bytes } from '../bytes.ts'
import { randomOf } from '../testing/random.ts'
import { receiptAtScale } from '../testing/receipt-at-scale.ts'
import type { Scale } from '../testing/receipt-at-scale.ts'
import { syntheticMarket } from '../testing/synthetic-market.ts'
import { syntheticParts, syntheticTrust } from '../testing/synthetic-receipt.ts'
import { plainOrder, plainReceipt } from '../testing/synthetic-world.ts'
import { buildReceipt, maxReceiptBytes, verifyReceipt } from './index.ts'

/** A half-year of slots, and as many batches as it may have. */
const halfYear = { ticksSize: 31_449_600, eventsSize: 5_000_000 }
const scale = {
  host: 'trade.candor.example',
  witnesses: ['witness-one.example/w1', 'witness-two.example/w2'],
  instrumentCount: 110,
  itemCount: 500,
}

test.each([
  { duration: '30 s', durationSlots: 60, exitWindowSlots: 10 },
  { duration: '60 s', durationSlots: 120, exitWindowSlots: 10 },
  { duration: '5 min', durationSlots: 600, exitWindowSlots: 10 },
])('a receipt of $duration from anywhere in a half-year of logs has at most 8,192 bytes', async (contract) => {
  const random = randomOf(11)
  for (let sample = 0; sample < 25; sample += 1) {
    const entryLeaf = 1 + random.below(halfYear.ticksSize - contract.durationSlots - 1)
    const placedLeaf = random.below(halfYear.eventsSize - contract.durationSlots)
    const settledLeaf = placedLeaf + 1 + Math.floor(contract.durationSlots / 6)
    await expectFits({ ...scale, ...halfYear, ...contract, entryLeaf, placedLeaf, settledLeaf }, sample)
  }
})

test.each([
  { duration: '15 min', durationSlots: 1_800, exitWindowSlots: 20 },
  { duration: '1 h', durationSlots: 7_200, exitWindowSlots: 20 },
  { duration: '24 h', durationSlots: 172_800, exitWindowSlots: 20 },
])('so has one of $duration by checkpoints of the minute after its settlement', async (contract) => {
  const random = randomOf(12)
  for (let sample = 0; sample < 25; sample += 1) {
    const entryLeaf = halfYear.ticksSize - contract.durationSlots - 1 - random.below(1_000_000)
    const placedLeaf = halfYear.eventsSize - contract.durationSlots - random.below(100_000)
    const settledLeaf = placedLeaf + 1 + Math.floor(contract.durationSlots / 6)
    const sizes = {
      ticksSize: entryLeaf + contract.durationSlots + 1 + random.below(120),
      eventsSize: settledLeaf + 1 + random.below(20),
    }
    await expectFits({ ...scale, ...sizes, ...contract, entryLeaf, placedLeaf, settledLeaf }, sample)
  }
})

async function expectFits(at: Scale, sample: number): Promise<void> {
  const { text, trusted } = await receiptAtScale(at, randomOf(sample))
  const size = utf8Bytes(text).length
  expect(size).toBeLessThanOrEqual(maxReceiptBytes)
  expect((await verifyReceipt(text, trusted)).verdict).toBe('passed')
}
test('is not built where it would be larger', async () => {
  const { parts } = await plainReceipt()
  const acceptance = `${parts.acceptance}${'— other.example AAAAAAA=\n'.repeat(300)}`
  expect(() => buildReceipt({ ...parts, acceptance })).toThrow('The receipt has more than 8192 bytes.')
  expect(utf8Bytes(buildReceipt({ ...parts, acceptance }, { mayBeLong: true })).length).toBeGreaterThan(maxReceiptBytes)
})

test('may be larger where a single exit price takes the whole wait', async () => {
  const market = syntheticMarket({
    random: randomOf(1),
    instrumentCount: 110,
    shardStarts: [5_000],
    endSlot: 5_080,
    plan: (slot) => ({ cell: () => ({ isOpen: slot < 5_040 }) }),
  })
  const order = { ...plainOrder, entryWindowSlots: 1, exitWindowSlots: 1 }
  const parts = await syntheticParts(market, order, randomOf(1))
  expect(parts.frames).toHaveLength(22)
  const text = buildReceipt(parts)
  expect(utf8Bytes(text).length).toBeGreaterThan(maxReceiptBytes)
  expect((await verifyReceipt(text, await syntheticTrust(market))).verdict).toBe('passed')
})
