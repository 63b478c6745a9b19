import { contractPrices } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { expect, test } from 'vitest'
import { pointsOf } from '../testing/synthetic-market.ts'
import { eventfulMarket, plainOrder, plainReceipt } from '../testing/synthetic-world.ts'
import { parseReceipt, verifyReceipt, windowEvidence } from './index.ts'

const market = eventfulMarket()
const slotsFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, offset) => {
    const record = market.frames.get(from + offset)?.records[plainOrder.instrumentId - 1] ?? null
    return { slot: from + offset, record }
  })

test('a verified receipt names the frames of both windows that it has, with their state, and both means', async () => {
  const { text, trusted } = await plainReceipt()
  const { steps } = await verifyReceipt(text, trusted)
  const { evidence } = steps.find(({ name }) => name === 'averages') ?? {}
  const { entrySlot, exitSlot } = plainOrder
  const prices = contractPrices(plainOrder, pointsOf(market, plainOrder.instrumentId, entrySlot - 100, exitSlot))
  expect(evidence).toMatchObject({
    entryWindow: `${entrySlot}–${entrySlot + 9}`,
    entryFrames: expect.stringMatching(/^5009 open [\d.]+, 5019 open [\d.]+$/),
    entryMean: expect.stringMatching(new RegExp(` ÷ 10 = ${formatDecimal(prices.entry ?? 0n, 6)}$`)),
    exitWindow: `${exitSlot - 9}–${exitSlot}`,
    exitFrames: expect.stringMatching(/^5035 open [\d.]+, 5045 open [\d.]+$/),
    exitMean: expect.stringMatching(new RegExp(` ÷ 10 = ${formatDecimal(prices.exit ?? 0n, 6)}$`)),
  })
})

test('a reader of the log sees every slot of a window, also the missing and the stale ones', async () => {
  const { text } = await plainReceipt()
  const receipt = parseReceipt(text)
  if (receipt.kind !== 'contract') throw new Error('the receipt is of a movement')
  const order = receipt.placed.item.value
  const all = slotsFrom(order.entrySlot - 2, order.exitSlot)
  const shown = windowEvidence(order, all)
  expect(shown['entryFrames']?.split(', ')).toHaveLength(11)
  const [missing, stale] = [order.entrySlot + 2, order.entrySlot + 3]
  const gaps = all.map((one) => {
    if (one.record === null || one.slot !== missing) return one
    return { slot: one.slot, record: null }
  })
  const changed = gaps.map((one) =>
    one.record !== null && one.slot === stale ? { ...one, record: { ...one.record, state: 'stale' as const } } : one,
  )
  expect(windowEvidence(order, changed)['entryFrames']).toMatch(
    new RegExp(`, ${missing} missing, ${stale} stale [\\d.]+, `),
  )
  expect(windowEvidence(order, all.slice(2))['entryMean']).toBe('none: no frame lies before the window')
  const [first, ...rest] = all
  const still = rest.map(({ slot }) => ({ slot, record: first?.record ?? null }))
  expect(windowEvidence(order, [...(first === undefined ? [] : [first]), ...still])['entryMean']).toBe(
    'none: 0 of 10 slots are open',
  )
  expect(windowEvidence({ ...order, entryWindowSlots: 1, exitWindowSlots: 1 }, all)).toEqual({})
})
