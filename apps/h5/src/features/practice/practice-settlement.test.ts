import type { FrameView } from '@candor/api'
import fc from 'fast-check'
import { contractPrices, settleAmounts } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import { amount, formatAmount, formatDecimal, unitsPerCoin } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { framesOf, settled, withEntryPrice } from './practice-settlement.ts'
import type { FrameRange, ReadFrames } from './practice-settlement.ts'
import { contract } from './testing/practice-contract.ts'

const nowMs = 540_000
type Change = (slot: number) => Partial<FramePoint> | null

/** The market: a frame of 100.00 in every slot, changed by `change`; null leaves a slot out. */
function frames(change: Change = () => ({})): FramePoint[] {
  return Array.from({ length: 260 }, (_, index) => 850 + index).flatMap((slot) => {
    const changes = change(slot)
    return changes === null ? [] : [{ slot, ticks: 10_000n, state: 'open', epoch: 1, ...changes }]
  })
}

/** What the server returns for a range of these frames. */
function read(
  points: readonly FramePoint[],
  { slot: from, count }: FrameRange,
  bounds: Partial<Pick<ReadFrames, 'keptFromSlot' | 'newestSlot'>> = {},
): ReadFrames {
  const items = points
    .filter(({ slot }) => slot >= from && slot < from + count)
    .map(({ slot, ticks, state, epoch }): FrameView => {
      const price = formatDecimal(ticks, 2)
      const unused = { ageMs: 0, kind: 'simulated', sources: [], priceSum: '0', openCount: 0, shard: null, leaf: null }
      return { ...unused, kind: 'simulated', slot, startMs: slot * 500, price, state, epoch }
    })
  return { symbol: 'BTCUSDT', id: 1, decimals: 2, keptFromSlot: 1, newestSlot: 1_100, items, ...bounds }
}

function decide(change: Change, order = contract(), bounds: Parameters<typeof read>[2] = {}) {
  const ranges = framesOf(order)
  const points = frames(change)
  return settled(order, { entry: read(points, ranges.entry, bounds), exit: read(points, ranges.exit, bounds), nowMs })
}

const exitAt =
  (ticks: bigint): Change =>
  (slot) =>
    slot > 1_030 ? { ticks } : {}

describe('a practice contract', () => {
  it.each([
    ['up', 10_001n, { result: 'won', net: '84', exitPrice: '100.010' }],
    ['up', 9_999n, { result: 'lost', net: '-101', exitPrice: '99.990' }],
    ['down', 9_999n, { result: 'won', net: '84', exitPrice: '99.990' }],
    ['down', 10_001n, { result: 'lost', net: '-101', exitPrice: '100.010' }],
    ['up', 10_000n, { result: 'tie', net: '0', exitPrice: '100.000' }],
  ] as const)('%s that ends at %d hundredths is decided by the rule of every contract', (direction, exit, expected) => {
    expect(decide(exitAt(exit), contract('one', { direction }))).toMatchObject({
      ...expected,
      state: 'closed',
      voidReason: null,
      entryPrice: '100.000',
      settledSlot: 1_062,
      settledAtMs: nowMs,
    })
  })

  it('compares averages over the windows of its terms, not single frames', () => {
    const oneFrame = (slot: number) => ({ ticks: slot === 1_062 ? 10_010n : 10_000n })
    expect(decide(oneFrame)).toMatchObject({ result: 'won', entryPrice: '100.000', exitPrice: '100.010' })
    expect(decide((slot) => ({ ticks: slot === 1_063 ? 10_010n : 10_000n }))).toMatchObject({ result: 'tie' })
  })

  it.each<readonly [string, Change]>([
    ['entry-not-open', (slot: number) => (slot >= 1_002 && slot < 1_008 ? null : {})],
    ['no-exit-price', (slot: number) => (slot > 1_052 && slot < 1_059 ? { state: 'stale' } : {})],
    ['feed-changed', (slot: number) => ({ epoch: slot < 1_040 ? 1 : 2 })],
  ])('is void with everything back: %s', (voidReason, change) => {
    expect(decide(change)).toMatchObject({ result: 'void', voidReason, net: '0' })
  })

  it('waits until the frame of its exit slot is stored', () => {
    expect(decide(() => ({}), contract(), { newestSlot: 1_061 })).toBeNull()
    expect(decide(() => ({}), contract(), { newestSlot: 1_062 })).toMatchObject({ state: 'closed' })
  })

  it('is void where the browser was away until its frames were not kept any more', () => {
    expect(decide(exitAt(9_000n), contract(), { keptFromSlot: 1_001 })).toMatchObject({ result: 'lost' })
    expect(decide(exitAt(9_000n), contract(), { keptFromSlot: 1_002 })).toMatchObject({
      result: 'void',
      voidReason: null,
      net: '0',
      entryPrice: null,
    })
  })

  it('takes under the old rule the first open frame from its exit slot on', () => {
    const single = contract('one', { entryWindowSlots: 1, exitWindowSlots: 1 })
    const late = (slot: number): Partial<FramePoint> =>
      slot >= 1_062 && slot < 1_070 ? { state: 'stale' } : { ticks: BigInt(slot) }
    expect(decide(late, single, { newestSlot: 1_071 })).toMatchObject({
      result: 'won',
      entryPrice: '10.02',
      exitPrice: '10.70',
      settledSlot: 1_070,
    })
  })

  it('is decided as packages/formulas decide the frames themselves', () => {
    const cell = fc.record({
      isStored: fc.boolean(),
      ticks: fc.bigInt({ min: 1n, max: 1_000n }),
      state: fc.constantFrom('open', 'open', 'open', 'stale'),
      direction: fc.constantFrom('up', 'down'),
    })
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 260, maxLength: 260 }),
        fc.constantFrom('up', 'down'),
        (cells, direction) => {
          const market = frames((slot) => {
            const drawn = cells[slot - 850]
            return drawn === undefined || (!drawn.isStored && slot !== 1_000) ? null : drawn
          })
          const order = contract('one', { direction })
          const ranges = framesOf(order)
          const mine = settled(order, { entry: read(market, ranges.entry), exit: read(market, ranges.exit), nowMs })
          const coins = (count: bigint) => amount('USD', count * unitsPerCoin)
          const amounts = { stake: coins(100n), fee: coins(1n), profit: coins(85n) }
          const expected = settleAmounts(amounts, direction, contractPrices(order, market))
          expect(mine).toMatchObject({
            result: expected.result,
            voidReason: expected.reason,
            net: formatAmount(expected.net),
          })
        },
      ),
    )
  })
})

describe('the entry price of a practice contract', () => {
  const order = contract()
  const entry = (bounds: Parameters<typeof read>[2], change: Change = () => ({})) =>
    withEntryPrice(order, read(frames(change), framesOf(order).entry, bounds))

  it('is known once its window is over', () => {
    expect(entry({ newestSlot: 1_010 })).toBeNull()
    expect(entry({ newestSlot: 1_011 })).toMatchObject({ entryPrice: '100.000', state: 'open' })
  })

  it('is none where too few frames are open', () => {
    expect(entry({}, (slot) => (slot >= 1_002 ? null : {}))).toBeNull()
  })
})
