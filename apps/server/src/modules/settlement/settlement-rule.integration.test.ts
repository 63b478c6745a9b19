import { randomUUID } from 'node:crypto'
import { contractPrices, exitWaitSlots, feeOf, profitOf, settle } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import { amount } from '@candor/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { Cell } from '../ledger/testing/ledger-world.ts'

/** Orders in one run, each on an instrument of its own, so that each has its own prices, states and epochs. */
const instruments = 60
const durationSlots = 14
const runs = 12
/** The frames of a run: the one before the entry slot, and all until every order is decided. */
const slots = 1 + durationSlots + exitWaitSlots + 2

/** Epochs never step back, also from run to run. */
const epochs = new Map<number, number>()

const world = closeAfterTests(await openLedgerWorld(await testDatabase(), { instruments }))
await world.openCustomer(1n)
// Stakes of any size: the customer and the house have enough for all of them.
await world.owner
  .query(`select ledger.receive('plenty:' || account_id, 'grant', account_id, 1::smallint, 1000000000000000)
  from ledger.balance where asset = 1 and (kind = 'bankroll' and stripe = 1 or owner_id = 1)`)

const prices = fc.constantFrom(
  fc.bigInt(-3n, 3n),
  fc.bigInt(99_990n, 100_010n),
  fc.constant(100n),
  fc.bigInt(-(10n ** 17n), 10n ** 17n),
)
const states = fc.constantFrom(
  fc.constant(1 as const),
  fc.constantFrom<(0 | 1 | 2)[]>(1, 1, 1, 2, 0),
  fc.constantFrom<(0 | 1 | 2)[]>(1, 2, 0),
)
/** Each contract has its own kind of prices and states, so that ties and windows of half their frames are frequent. */
const cells = fc.tuple(prices, states).chain(([price, state]) =>
  fc.array(fc.record({ price, state, isNewEpoch: fc.integer({ min: 0, max: 150 }).map((draw) => draw === 0) }), {
    minLength: slots,
    maxLength: slots,
  }),
)
const contract = fc.record({
  direction: fc.constantFrom('up', 'down'),
  feeBps: fc.integer({ min: 0, max: 1_000 }),
  payoutBps: fc.integer({ min: 1, max: 10_000 }),
  stakeUnits: fc.oneof(fc.bigInt(1n, 20_000n), fc.bigInt(1n, 5_000_000_000n)),
  windows: fc.oneof(
    fc.constant({ entryWindowSlots: 1, exitWindowSlots: 1 }),
    fc.record({
      entryWindowSlots: fc.integer({ min: 2, max: 7 }),
      exitWindowSlots: fc.integer({ min: 2, max: 7 }),
    }),
  ),
  cells,
})
type Contract = ReturnType<typeof contract.generate>['value']
const history = fc.record({
  contracts: fc.array(contract, { minLength: instruments, maxLength: instruments }),
  /** The slots of a run without a frame; the first must be there, or no order is accepted. */
  missing: fc.oneof(fc.constant<number[]>([]), fc.array(fc.integer({ min: 1, max: slots - 1 }), { maxLength: 12 })),
})

test('SQL settles every contract as the formulas do', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ contracts, missing }) => {
      const points = contracts.map((one, index) => pointsOf(one, index + 1))
      const firstSlot = world.slot
      const orderIds = await placeAll(contracts, points)
      for (let index = 1; index < slots; index += 1) {
        if (missing.includes(index) && index < slots - 1) await world.moveTo(world.slot + 1)
        else await world.publish(cellsAt(points, index))
      }
      await world.settleAll(37)
      const stored = await readStored()
      for (const [index, one] of contracts.entries()) {
        const { direction, feeBps, payoutBps, stakeUnits, windows } = one
        const entrySlot = firstSlot + 2
        const timing = { ...windows, entrySlot, exitSlot: entrySlot + durationSlots }
        const frames = (points[index] ?? [])
          .map((point, at): FramePoint => ({ ...point, slot: firstSlot + at }))
          .filter((_, at) => !missing.includes(at) || at === slots - 1)
        const expected = contractPrices(timing, frames)
        const stake = amount('USD', stakeUnits)
        const settled = settle({ feeBps, payoutBps }, direction, stake, expected)
        expect(stored.get(orderIds[index] ?? -1n)).toEqual({
          result: settled.result,
          void_reason: settled.reason,
          net: settled.net.units,
          fee: feeOf(stake, feeBps).units,
          profit: profitOf(stake, payoutBps).units,
          entry_price: expected.entry,
          exit_price: expected.entry === null ? null : expected.exit,
          price_scale: expected.scale,
        })
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

type Point = Omit<FramePoint, 'slot'>

const stateNames = ['closed', 'open', 'stale'] as const

/**
 * A contract's cells of a run, from the frame before its entry slot on. That frame is open, so the order is accepted.
 */
function pointsOf({ cells: drawn }: Contract, instrumentId: number): Point[] {
  let epoch = epochs.get(instrumentId) ?? 0
  const points = drawn.map(({ price, state, isNewEpoch }, index): Point => {
    if (isNewEpoch) epoch += 1
    return { ticks: price, state: index === 0 ? 'open' : stateNames[state], epoch }
  })
  epochs.set(instrumentId, epoch)
  return points
}

function cellsAt(points: readonly (readonly Point[])[], index: number): Record<number, Cell> {
  return Object.fromEntries(
    points.flatMap((cellsOf, at): [number, Cell][] => {
      const point = cellsOf[index]
      if (point === undefined) return []
      const state = ({ closed: 0, open: 1, stale: 2 } as const)[point.state]
      return [[at + 1, { price: point.ticks, state, epoch: point.epoch }]]
    }),
  )
}

/** Publishes the first frame and places all contracts after it; they enter two slots later. */
async function placeAll(contracts: readonly Contract[], points: readonly (readonly Point[])[]): Promise<bigint[]> {
  await world.publish(cellsAt(points, 0))
  const placed = []
  for (const [index, { direction, feeBps, payoutBps, stakeUnits, windows }] of contracts.entries()) {
    const terms = { instrumentId: index + 1, durationSlots, feeBps, payoutBps, stakeMin: 1n, ...windows }
    const termsId = await world.offer(terms)
    placed.push({
      customerId: 1n,
      requestId: randomUUID(),
      instrumentId: index + 1,
      durationSlots,
      direction,
      stakeUnits,
      termsId,
    })
  }
  const placements = await world.place(placed, 1)
  return placements.map((placement) => {
    if (!('orderId' in placement)) throw new Error(`not placed: ${placement.outcome}`)
    return placement.orderId
  })
}

async function readStored() {
  const { rows } = await world.app.query<{
    order_id: bigint
    result: string
    void_reason: string | null
    net: bigint
    fee: bigint
    profit: bigint
    entry_price: bigint | null
    exit_price: bigint | null
    price_scale: number
  }>(
    `select order_id, result, void_reason, net, fee, profit, entry_price, exit_price, price_scale
     from contract.contract_order order by order_id desc limit $1`,
    [instruments],
  )
  return new Map(rows.map(({ order_id: orderId, ...row }) => [orderId, row]))
}
