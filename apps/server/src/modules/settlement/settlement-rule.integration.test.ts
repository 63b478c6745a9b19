import { randomUUID } from 'node:crypto'
import { exitWindowSlots, feeOf, profitOf, settle } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import { amount } from '@candor/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { Cell, LedgerWorld } from '../ledger/testing/ledger-world.ts'

/** Orders in one run, each on an instrument of its own, so that each has its own prices, states and epochs. */
const instruments = 60
const durationSlots = 3
const runs = 12

let database: TestDatabase
let world: LedgerWorld

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openLedgerWorld(database, { instruments })
  await world.openCustomer(1n)
  // Stakes of any size: the customer and the house have enough for all of them.
  await world.owner
    .query(`select ledger.receive('plenty:' || account_id, 'grant', account_id, 1::smallint, 1000000000000000)
    from ledger.balance where asset = 1 and (kind = 'bankroll' and stripe = 1 or owner_id = 1)`)
})
afterAll(async () => {
  await world.close()
  await database.close()
})

const cell = fc.record<Required<Cell>>({
  price: fc.oneof(fc.bigInt(-3n, 3n), fc.bigInt(-(2n ** 62n), 2n ** 62n)),
  state: fc.constantFrom(1, 1, 1, 2, 0),
  epoch: fc.constantFrom(0, 0, 0, 0, 1),
})
const contract = fc.record({
  direction: fc.constantFrom('up', 'down'),
  feeBps: fc.integer({ min: 0, max: 1_000 }),
  payoutBps: fc.integer({ min: 1, max: 10_000 }),
  stakeUnits: fc.oneof(fc.bigInt(1n, 20_000n), fc.bigInt(1n, 5_000_000_000n)),
  entry: cell,
  /** Slots without an open frame before the exit price; beyond the window, there is none. */
  wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: exitWindowSlots + 3 })),
  waitingState: fc.constantFrom(0, 2),
  exit: cell,
})

const stateNames = ['closed', 'open', 'stale'] as const
const pointOf = (slot: number, from: Required<Cell>): FramePoint => ({
  slot,
  ticks: from.price,
  state: stateNames[from.state],
  epoch: from.epoch,
})

test('SQL settles every contract as the formulas do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contract, { minLength: instruments, maxLength: instruments }), async (contracts) => {
      await world.publish()
      const placed = []
      for (const [index, { direction, feeBps, payoutBps, stakeUnits }] of contracts.entries()) {
        const termsId = await world.offer({ instrumentId: index + 1, durationSlots, feeBps, payoutBps, stakeMin: 1n })
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
      const entrySlot = world.slot + 1
      const exitSlot = entrySlot + durationSlots
      while (world.slot <= exitSlot + exitWindowSlots + 4)
        await world.publish(cellsAt(world.slot, entrySlot, contracts))
      await world.settleAll(37)

      const { rows } = await world.app.query<{
        order_id: bigint
        result: string
        void_reason: string | null
        net: bigint
        fee: bigint
        profit: bigint
      }>(
        'select order_id, result, void_reason, net, fee, profit from contract.contract_order order by order_id desc limit $1',
        [instruments],
      )
      const stored = new Map(rows.map((row) => [row.order_id, row]))
      for (const [
        index,
        { direction, feeBps, payoutBps, stakeUnits, entry, exit, wait, waitingState },
      ] of contracts.entries()) {
        const placement = placements[index]
        if (placement === undefined || !('orderId' in placement)) throw new Error(`not placed: ${placement?.outcome}`)
        // After the wait every frame is the exit cell; during it no frame is open.
        const exitPoint = wait <= exitWindowSlots && exit.state === 1 ? pointOf(exitSlot + wait, exit) : null
        expect(waitingState).not.toBe(1)
        const stake = amount('USD', stakeUnits)
        const expected = settle({ feeBps, payoutBps }, direction, stake, pointOf(entrySlot, entry), exitPoint)
        expect(stored.get(placement.orderId)).toMatchObject({
          result: expected.result,
          void_reason: expected.reason,
          net: expected.net.units,
          fee: feeOf(stake, feeBps).units,
          profit: profitOf(stake, payoutBps).units,
        })
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

function cellsAt(
  slot: number,
  entrySlot: number,
  contracts: readonly { entry: Required<Cell>; exit: Required<Cell>; wait: number; waitingState: 0 | 2 }[],
) {
  const exitSlot = entrySlot + durationSlots
  return Object.fromEntries(
    contracts.map(({ entry, exit, wait, waitingState }, index): [number, Cell] => {
      if (slot === entrySlot) return [index + 1, entry]
      if (slot >= exitSlot && slot < exitSlot + wait) return [index + 1, { price: 7n, state: waitingState, epoch: 5 }]
      if (slot >= exitSlot + wait) return [index + 1, exit]
      return [index + 1, { price: 100n }]
    }),
  )
}
