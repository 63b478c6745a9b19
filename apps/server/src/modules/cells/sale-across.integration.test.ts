import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import { checkClearing } from './clearing-check.ts'
import { deliver } from './delivery.ts'
import { openCellWorld } from './testing/cell-world.ts'

const world = closeAfterTests(await openCellWorld())
const [customers, desks] = [world.world(1), world.world(2)]
const price = 990_000n
const { rows } = await desks.owner.query<{ merchant_id: bigint }>(
  `select owner_id as merchant_id from ledger.balance where kind = 'merchant' and asset = 1
     and available > 100000000 order by owner_id limit 1`,
)
const merchantId = rows[0]?.merchant_id

/** Lets the desk of cell 2 buy in cell 1, up to a quantity. */
async function allot(quantity: bigint): Promise<bigint> {
  const allotmentId = await callRoutine<bigint>(desks.owner, 'cell.allot', merchantId, 1, price, quantity, 1n, quantity)
  await callRoutine(customers.owner, 'cell.offer', 2, allotmentId, price, quantity, 1n, quantity)
  return allotmentId
}

async function sell(customerId: bigint, allotmentId: bigint, quantity: bigint, requestId: string = randomUUID()) {
  const sold = await customers.app.query<{ outcome: string; reference: bigint | null }>(
    'select outcome, reference from cell.sell_across($1, $2, 2::smallint, $3, $4, $5)',
    [customerId, requestId, allotmentId, quantity, price],
  )
  return sold.rows[0]
}

async function deskMoney(): Promise<{ posted: bigint; held: bigint }[]> {
  const found = await desks.owner.query<{ posted: bigint; held: bigint }>(
    `select posted, held from ledger.balance where kind = 'merchant' and owner_id = $1 order by asset`,
    [merchantId],
  )
  return found.rows
}

test('books a sale in the cell of the customer and, by its reference, in the cell of the desk', async () => {
  const customerId = await world.addCustomer(1)
  const [mine, theirs] = [await world.money(1, customerId), await deskMoney()]
  const allotmentId = await allot(20_000_000n)
  const requestId = randomUUID()
  const sold = await sell(customerId, allotmentId, 10_000_000n, requestId)
  expect(sold).toMatchObject({ outcome: 'sold' })
  expect(await sell(customerId, allotmentId, 10_000_000n, requestId)).toEqual({
    outcome: 'repeated',
    reference: sold?.reference,
  })
  expect(await sell(customerId, allotmentId, 9_000_000n, requestId)).toEqual({ outcome: 'conflict', reference: null })
  expect(await world.money(1, customerId)).toEqual([(mine[0] ?? 0n) + 9_900_000n, (mine[1] ?? 0n) - 10_000_000n])
  expect(await checkClearing(world.cells)).toMatchObject({ mismatches: [], underWay: 1, usd: -9_900_000n })
  await world.requireSound()
  expect(await deliver(world.cells)).toBe(1)
  expect(await deliver(world.cells)).toBe(0)
  const after = await deskMoney()
  expect(after[0]?.posted).toBe((theirs[0]?.posted ?? 0n) - 9_900_000n)
  expect(after[1]?.posted).toBe((theirs[1]?.posted ?? 0n) + 10_000_000n)
  expect(await checkClearing(world.cells)).toEqual({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
  await world.requireSound()
})

test('delivers once after a crash between booking and noting, and with two deliverers at once', async () => {
  const customerId = await world.addCustomer(1)
  const allotmentId = await allot(50_000_000n)
  for (let count = 0; count < 6; count += 1) await sell(customerId, allotmentId, 5_000_000n)
  await expect(
    deliver(world.cells, {
      onBooked: () => {
        throw new Error('crash')
      },
    }),
  ).rejects.toThrow('crash')
  await world.requireSound()
  expect((await checkClearing(world.cells)).underWay).toBe(5)
  const booked = await Promise.all([deliver(world.cells), deliver(world.cells)])
  expect(booked.reduce((sum, one) => sum + one, 0)).toBe(5)
  expect(await checkClearing(world.cells)).toEqual({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
  await world.requireSound()
})

test('keeps what is for a cell that is away, and delivers it once that one can be reached', async () => {
  const customerId = await world.addCustomer(1)
  await sell(customerId, await allot(10_000_000n), 4_000_000n)
  await expect(deliver(new Map([[1, customers.owner]]))).rejects.toThrow('there is no cell 2')
  expect((await checkClearing(world.cells)).underWay).toBe(1)
  expect(await deliver(world.cells, { to: 1 })).toBe(0)
  expect(await deliver(world.cells, { to: 2 })).toBe(1)
  expect(await checkClearing(world.cells)).toEqual({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
})

test('refuses a sale that the allotment, the price or the customer do not cover', async () => {
  const customerId = await world.addCustomer(1)
  const allotmentId = await allot(10_000_000n)
  expect(await sell(customerId, allotmentId + 1n, 1_000_000n)).toMatchObject({ outcome: 'unknown-advert' })
  expect(await sell(customerId, allotmentId, 10_000_001n)).toMatchObject({ outcome: 'wrong-amount' })
  expect(await sell(customerId, allotmentId, 8_000_000n)).toMatchObject({ outcome: 'sold' })
  expect(await sell(customerId, allotmentId, 8_000_000n)).toMatchObject({ outcome: 'not-enough-quantity' })
  await customers.publish({ 1: { price: 9_500n, epoch: 1 } })
  expect(await sell(customerId, allotmentId, 1_000_000n)).toMatchObject({ outcome: 'price-changed' })
  await customers.publish({ 1: { price: 10_000n, epoch: 2 } })
  await customers.owner.query('update ledger.account set is_frozen = true where owner_id = $1', [customerId])
  expect(await sell(customerId, allotmentId, 1_000_000n)).toMatchObject({ outcome: 'account-disabled' })
  await deliver(world.cells)
})

test('releases what a closed offer did not need, once all of its sales have arrived', async () => {
  const customerId = await world.addCustomer(1)
  const held = (await deskMoney())[0]?.held ?? 0n
  const allotmentId = await allot(10_000_000n)
  expect((await deskMoney())[0]?.held).toBe(held + 9_900_000n)
  await sell(customerId, allotmentId, 4_000_000n)
  const sold = await callRoutine<bigint>(customers.owner, 'cell.close_offer', 2, allotmentId)
  expect(sold).toBe(4_000_000n)
  expect(await sell(customerId, allotmentId, 1_000_000n)).toMatchObject({ outcome: 'transaction-closed' })
  const release = () => callRoutine<boolean>(desks.owner, 'cell.release_allotment', allotmentId, sold)
  expect(await release()).toBe(false)
  await deliver(world.cells)
  expect(await release()).toBe(true)
  expect(await release()).toBe(true)
  expect((await deskMoney())[0]?.held).toBe(held)
  await world.requireSound()
})

test('refuses the same reference with other values, and notices a forged clearing', async () => {
  const customerId = await world.addCustomer(1)
  const sold = await sell(customerId, await allot(10_000_000n), 4_000_000n)
  await deliver(world.cells)
  const args = [1, sold?.reference, 'sale']
  const subject = await customers.owner.query<{ subject_id: bigint }>(
    'select subject_id from cell.sent where reference = $1',
    [sold?.reference],
  )
  await expect(
    callRoutine(desks.owner, 'cell.receive', ...args, subject.rows[0]?.subject_id, -1n, 4_000_000n),
  ).rejects.toThrow('arrived with other values')
  await customers.owner.query('alter table cell.sent disable trigger user')
  await customers.owner.query('update cell.sent set usdt = usdt + 1 where reference = $1', [sold?.reference])
  const { mismatches } = await checkClearing(world.cells)
  expect(mismatches.join()).toContain('on the other side')
  expect(mismatches.join()).toContain('in clearing')
  await expect(customers.requireSoundBooks()).rejects.toThrow('clearing')
})
