import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { settleDue } from './settlement-store.ts'
import { openBuyer } from '../contract/testing/buyer.ts'
import type { Buyer } from '../contract/testing/buyer.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { Cell, PlaceInput } from '../ledger/testing/ledger-world.ts'

const coin = 1_000_000n
const durationSlots = 60

let buyer: Buyer

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots })
beforeEach(async () => {
  buyer = await openBuyer(world, termsId)
})

/** Places one order, publishes its entry frame, and then the frames of the exit window. */
async function runToExit(entry: Cell, exit: readonly Cell[], change: Partial<PlaceInput> = {}) {
  expect(await buyer.place(change)).toMatchObject({ outcome: 'accepted' })
  const entrySlot = world.slot + 1
  await world.publish()
  await world.publish({ 1: entry })
  await world.publishThrough(entrySlot + durationSlots - 1)
  for (const cell of exit) await world.publish({ 1: cell })
  const [settled, ...others] = await world.settleAll()
  expect(others).toEqual([])
  return settled
}

describe('settling', () => {
  const before = { available: 10_000n * coin, held: 0n }

  test('a won contract pays stake and profit and keeps the fee', async () => {
    expect(await runToExit({ price: 100n }, [{ price: 101n }])).toMatchObject({ result: 'won', voidReason: null })
    expect(await buyer.usd()).toEqual({ available: 10_084_500_000n, held: 0n })
  })

  test('a lost contract takes stake and fee', async () => {
    expect(await runToExit({ price: 100n }, [{ price: 99n }])).toMatchObject({ result: 'lost' })
    expect(await buyer.usd()).toEqual({ available: 9_899_500_000n, held: 0n })
  })

  test('a contract down wins when the price falls', async () => {
    expect(await runToExit({ price: 100n }, [{ price: 99n }], { direction: 'down' })).toMatchObject({ result: 'won' })
  })

  test('a tie gives stake and fee back', async () => {
    expect(await runToExit({ price: 100n }, [{ price: 100n }])).toMatchObject({ result: 'tie' })
    expect(await buyer.usd()).toEqual(before)
  })

  test('an entry frame that is not open voids the contract', async () => {
    expect(await runToExit({ price: 100n, state: 2 }, [{ price: 101n }])).toMatchObject({
      result: 'void',
      voidReason: 'entry-not-open',
    })
    expect(await buyer.usd()).toEqual(before)
  })

  test('an entry frame that was missed voids the contract', async () => {
    await buyer.place()
    await world.moveTo(world.slot + 2)
    await world.publishThrough(world.slot + durationSlots)
    expect(await world.settleAll()).toMatchObject([{ result: 'void', voidReason: 'entry-not-open' }])
  })

  test('a change of the feed between entry and exit voids the contract', async () => {
    expect(await runToExit({ price: 100n, epoch: 1 }, [{ price: 101n, epoch: 2 }])).toMatchObject({
      voidReason: 'feed-changed',
    })
    expect(await buyer.usd()).toEqual(before)
  })

  test('the exit price is that of the first open frame within 20 slots, the 20th included', async () => {
    const stale = Array.from({ length: 20 }, (): Cell => ({ price: 50n, state: 2 }))
    expect(await runToExit({ price: 100n }, [...stale, { price: 101n }, { price: 50n }])).toMatchObject({
      result: 'won',
    })
  })

  test('no open frame within 20 slots voids the contract, and not before the window is over', async () => {
    const stale = Array.from({ length: 20 }, (): Cell => ({ price: 101n, state: 2 }))
    expect(await runToExit({ price: 100n }, stale)).toBeUndefined()
    await world.publish({ 1: { price: 101n, state: 0 } })
    await world.publish({ 1: { price: 101n } })
    expect(await world.settleAll()).toMatchObject([{ result: 'void', voidReason: 'no-exit-price' }])
    expect(await buyer.usd()).toEqual(before)
  })

  test('slots that were missed within the window are passed over', async () => {
    expect(await runToExit({ price: 100n }, [])).toBeUndefined()
    await world.moveTo(world.slot + 7)
    await world.publish({ 1: { price: 99n } })
    expect(await world.settleAll()).toMatchObject([{ result: 'lost' }])
  })

  test('undecided orders do not hold up decided ones behind them', async () => {
    const otherTerms = await world.offer({ instrumentId: 2, durationSlots })
    await world.place([buyer.order({ termsId: otherTerms, instrumentId: 2 }), buyer.order()])
    await world.publishThrough(world.slot + durationSlots)
    await world.publish({ 1: { price: 101n }, 2: { price: 100n, state: 2 } })
    expect(await settleDue(world.app, 1, 1)).toMatchObject([{ result: 'won' }])
    expect(await settleDue(world.app, 1, 1)).toEqual([])
    await world.publish({ 2: { price: 102n } })
    expect(await settleDue(world.app, 1, 1)).toMatchObject([{ result: 'won' }])
  })
})

describe('settling by averages', () => {
  const windows = { entryWindowSlots: 4, exitWindowSlots: 4 }
  let averagesId: bigint

  beforeAll(async () => {
    averagesId = await world.offer({ instrumentId: 2, durationSlots: 12, ...windows })
  })

  /** Places one order, publishes the cells of its entry window and of its exit window, and reads it once settled. */
  async function runThrough(entry: readonly (Cell | null)[], exit: readonly (Cell | null)[]) {
    const change = { termsId: averagesId, instrumentId: 2, durationSlots: 12 }
    const placement = await buyer.place(change)
    if (placement?.outcome !== 'accepted') throw new Error(`not placed: ${placement?.outcome}`)
    await world.publish()
    for (const cell of entry) await publishOrMiss(cell)
    await world.publishThrough(placement.entrySlot + 12 - 4)
    for (const cell of exit) await publishOrMiss(cell)
    await world.settleAll()
    return readOrder(placement.orderId)
  }

  async function publishOrMiss(cell: Cell | null): Promise<void> {
    await (cell === null ? world.moveTo(world.slot + 1) : world.publish({ 2: cell }))
  }

  async function readOrder(orderId: bigint) {
    const { rows } = await world.app.query<Record<string, unknown>>(
      `select result, void_reason, entry_price, exit_price, price_scale, settled_slot - exit_slot as late
       from contract.contract_order where order_id = $1`,
      [orderId],
    )
    return rows[0]
  }

  const at = (...prices: (bigint | null)[]) => prices.map((price) => (price === null ? null : { price }))
  const settledAt = { void_reason: null, price_scale: 1, late: 0n }

  test('entry and exit are the means of their windows, with one decimal more', async () => {
    expect(await runThrough(at(100n, 101n, 102n, 103n), at(101n, 102n, 102n, 102n))).toEqual({
      ...settledAt,
      result: 'won',
      entry_price: 1_015n,
      // 101.75, half to even.
      exit_price: 1_018n,
    })
  })

  test('a price at one instant decides nothing by itself', async () => {
    expect(await runThrough(at(100n, 100n, 100n, 100n), at(99n, 99n, 99n, 102n))).toMatchObject({
      result: 'lost',
      exit_price: 998n,
    })
  })

  test('equal means are a tie', async () => {
    expect(await runThrough(at(100n, 102n, 100n, 102n), at(101n, 101n, 101n, 101n))).toMatchObject({
      result: 'tie',
      entry_price: 1_010n,
      exit_price: 1_010n,
    })
    expect(await buyer.usd()).toEqual({ available: 10_000n * coin, held: 0n })
  })

  test('half of a window is enough, missed and stale slots left out', async () => {
    const stale: Cell = { price: 7n, state: 2 }
    expect(await runThrough([null, { price: 100n }, stale, { price: 102n }], at(101n, null, null, 102n))).toMatchObject(
      {
        result: 'won',
        entry_price: 1_010n,
        exit_price: 1_015n,
      },
    )
  })

  test('less than half of the entry window voids the contract', async () => {
    expect(await runThrough(at(null, null, null, 102n), at(101n, 102n, 102n, 102n))).toMatchObject({
      result: 'void',
      void_reason: 'entry-not-open',
      entry_price: null,
      exit_price: null,
    })
    expect(await buyer.usd()).toEqual({ available: 10_000n * coin, held: 0n })
  })

  test('less than half of the exit window voids the contract, at the exit slot and not later', async () => {
    const shut: Cell = { price: 100n, state: 0 }
    expect(await runThrough(at(100n, 100n, 100n, 100n), [shut, shut, shut, { price: 102n }])).toMatchObject({
      result: 'void',
      void_reason: 'no-exit-price',
      entry_price: 1_000n,
      exit_price: null,
    })
  })

  test('a change of the feed inside a window voids the contract', async () => {
    const inEntry = [{ price: 100n }, { price: 100n }, { price: 100n, epoch: 1 }, { price: 100n }]
    expect(await runThrough(inEntry, at(101n, 102n, 102n, 102n))).toMatchObject({ void_reason: 'feed-changed' })
    const inExit = [{ price: 101n }, { price: 101n }, { price: 101n }, { price: 101n, epoch: 2 }]
    expect(await runThrough(at(100n, 100n, 100n, 100n), inExit)).toMatchObject({ void_reason: 'feed-changed' })
  })

  test('a missed exit frame settles with the next frame, which does not count', async () => {
    expect(await runThrough(at(100n, 100n, 100n, 100n), at(101n, 101n, 101n, null))).toMatchObject({ result: null })
    await world.publish({ 2: { price: 1n } })
    expect(await world.settleAll()).toMatchObject([{ result: 'won' }])
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})
