import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averagePrices, contractPrices, windowAverage } from './contract-prices.ts'
import { entryWindow, exitWindow, meanTenths, windowSpans } from './window.ts'
import type { FramePoint, RunningSums } from './window.ts'

const timing = { entrySlot: 100, exitSlot: 160, entryWindowSlots: 10, exitWindowSlots: 10 }
const single = { ...timing, entryWindowSlots: 1, exitWindowSlots: 1 }

function frame(slot: number, changes: Partial<FramePoint> = {}): FramePoint {
  return { slot, ticks: 100n, state: 'open', epoch: 1, ...changes }
}

/** Frames of every slot from 99 to 185, changed by `change`; null leaves a slot out. */
function frames(change: (slot: number) => Partial<FramePoint> | null = () => ({})): FramePoint[] {
  return Array.from({ length: 87 }, (_, index) => 99 + index).flatMap((slot) => {
    const changes = change(slot)
    return changes === null ? [] : [frame(slot, changes)]
  })
}

const pricesOf = (contract: typeof timing, change: Parameters<typeof frames>[0]) =>
  contractPrices(contract, frames(change))

describe('windows', () => {
  it('begins the entry at the entry slot and ends the exit at the exit slot', () => {
    expect(entryWindow(timing)).toEqual({ from: 100, to: 109 })
    expect(exitWindow(timing)).toEqual({ from: 151, to: 160 })
  })

  it('averages the open frames of each window and no others', () => {
    const prices = pricesOf(timing, (slot) => ({
      ticks: slot < 110 ? BigInt(slot) : slot > 150 && slot <= 160 ? BigInt(slot) : 9_999n,
    }))
    // 100 … 109 and 151 … 160.
    expect(prices).toEqual({ entry: 1_045n, exit: 1_555n, isOneEpoch: true, scale: 1 })
  })

  it('leaves stale, closed and missing slots out of the mean', () => {
    const prices = pricesOf(timing, (slot) => {
      if (slot === 101) return { ticks: 7n, state: 'stale' }
      if (slot === 102) return { ticks: 7n, state: 'closed' }
      if (slot === 103) return null
      return { ticks: slot === 100 ? 107n : 100n }
    })
    expect(prices.entry).toBe(1_010n)
  })

  it.each([
    [5, 1_000n],
    [4, null],
  ] as const)('has with %d of 10 frames open the average %s', (open, average) => {
    const isShut = (slot: number) => slot >= 100 + open && slot < 110
    const isShutAtExit = (slot: number) => slot > 150 && slot <= 160 - open
    expect(pricesOf(timing, (slot) => (isShut(slot) ? { state: 'stale' } : {})).entry).toBe(average)
    expect(pricesOf(timing, (slot) => (isShutAtExit(slot) ? null : {})).exit).toBe(average)
  })

  it('needs more than half of an odd window', () => {
    const sums = (openCount: bigint) => ({ priceSum: openCount * 10n, openCount, epoch: 1 })
    expect(windowAverage({ before: sums(0n), end: sums(5n) }, 11)).toBeNull()
    expect(windowAverage({ before: sums(0n), end: sums(6n) }, 11)).toBe(100n)
  })

  it.each([
    [100, 'its entry'],
    [105, 'the entry window'],
    [130, 'the windows'],
    [160, 'the exit window'],
  ])('spans a change of epoch at slot %d, in or between %s', (changedAt) => {
    expect(pricesOf(timing, (slot) => ({ epoch: slot < changedAt ? 1 : 2 })).isOneEpoch).toBe(false)
  })

  it('spans no change of epoch before its entry or after its exit', () => {
    const changed = frames((slot) => ({ epoch: slot < 99 ? 1 : slot > 160 ? 3 : 2 }))
    expect(contractPrices(timing, changed).isOneEpoch).toBe(true)
  })

  it('takes an epoch that began in a gap from the newest frame before it', () => {
    const missing = frames((slot) => (slot === 160 ? null : { epoch: slot < 160 ? 1 : 2 }))
    expect(contractPrices(timing, missing).isOneEpoch).toBe(true)
  })

  it('has no entry price without a frame before the window', () => {
    expect(pricesOf(timing, (slot) => (slot === 99 ? null : {})).entry).toBeNull()
  })

  it.each([
    [21n, 4n, 52n],
    [23n, 4n, 58n],
    [1n, 4n, 2n],
    [3n, 4n, 8n],
    [-1n, 4n, -2n],
    [-3n, 4n, -8n],
    [10n, 3n, 33n],
    [20n, 3n, 67n],
  ])('rounds the mean of a sum %d over %d frames half to even: %d', (priceSum, openCount, mean) => {
    expect(meanTenths(priceSum, openCount)).toBe(mean)
  })
})

describe('the old rule', () => {
  it('takes the entry frame and the first open frame from the exit slot on', () => {
    const prices = pricesOf(single, (slot) => ({
      ticks: BigInt(slot),
      state: slot >= 160 && slot < 180 ? 'stale' : 'open',
    }))
    expect(prices).toEqual({ entry: 100n, exit: 180n, isOneEpoch: true, scale: 0 })
  })

  it('has no exit price when the wait is over', () => {
    expect(pricesOf(single, (slot) => (slot >= 160 && slot < 181 ? null : {})).exit).toBeNull()
  })

  it('has no entry price at a missing or stale entry frame', () => {
    expect(pricesOf(single, (slot) => (slot === 100 ? null : {})).entry).toBeNull()
    expect(pricesOf(single, (slot) => (slot === 100 ? { state: 'stale' } : {})).entry).toBeNull()
  })
})

describe('running sums', () => {
  const cell = fc.record({
    isStored: fc.boolean(),
    ticks: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
    state: fc.constantFrom('open', 'open', 'stale', 'closed'),
    isNewEpoch: fc.integer({ min: 0, max: 60 }).map((draw) => draw === 0),
  })

  it('give the same prices as the frames themselves', () => {
    const windows = fc.record({
      entryWindowSlots: fc.integer({ min: 2, max: 15 }),
      exitWindowSlots: fc.integer({ min: 2, max: 15 }),
    })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 70, maxLength: 70 }), windows, (cells, lengths) => {
        const stored: FramePoint[] = []
        const sums: (RunningSums | null)[] = []
        let newest: RunningSums = { priceSum: 12n, openCount: 3n, epoch: 1 }
        for (const [slot, { isStored, ticks, state, isNewEpoch }] of cells.entries()) {
          if (isStored || slot === 0) {
            const isOpen = state === 'open'
            newest = {
              priceSum: newest.priceSum + (isOpen ? ticks : 0n),
              openCount: newest.openCount + (isOpen ? 1n : 0n),
              epoch: newest.epoch + (isNewEpoch ? 1 : 0),
            }
            stored.push({ slot, ticks, state, epoch: newest.epoch })
          }
          sums.push(newest)
        }
        const timed = { entrySlot: 5, exitSlot: 60, ...lengths }
        const ends = ({ from, to }: { from: number; to: number }) => ({
          before: sums[from - 1] ?? null,
          end: sums[to] ?? null,
        })
        expect(averagePrices(timed, ends(entryWindow(timed)), ends(exitWindow(timed)))).toEqual(
          contractPrices(timed, stored),
        )
      }),
    )
  })
})

describe('the windows in time', () => {
  const order = { entryAtMs: 1_500, exitAtMs: 61_500, entryWindowSlots: 4, exitWindowSlots: 10 }

  it('begin with the entry slot and end with the exit slot', () => {
    expect(windowSpans(order)).toEqual({
      entry: { fromMs: 1_000, toMs: 3_000 },
      exit: { fromMs: 56_500, toMs: 61_500 },
    })
  })

  it('are none where single frames decide', () => {
    expect(windowSpans({ ...order, entryWindowSlots: 1, exitWindowSlots: 1 })).toBeNull()
  })
})
