import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { checkClearing } from './clearing-check.ts'
import { readUndelivered } from './clearing-store.ts'
import { deliver, forwardLate, recordLateTransfers } from './delivery.ts'
import { openCellWorld, openNobody } from './testing/cell-world.ts'
import { coins, Depositors } from './testing/depositors.ts'

const world = closeAfterTests(await openCellWorld(3))

const depositors = new Depositors(world)

/** Pays in to a customer's balance of USDT in a cell, as a product there would. */
async function payIn(cell: number, customerId: bigint, units: number): Promise<void> {
  await world.world(cell).owner.query(
    `select ledger.receive($3, 'deposit', ledger.account_of($1, 'available', 2::smallint, null),
       ledger.stripe_of($1, 2::smallint), $2)`,
    [customerId, units, `late ${customerId}`],
  )
}

async function undelivered(cell: number): Promise<number> {
  const { rows } = await world.world(cell).owner.query('select * from cell.late_transfers(10)')
  return rows.length
}

test('a customer moves twice, with the money and the statement of both former cells', async () => {
  const { customerId, address } = await depositors.add()
  expect(await depositors.show(1, address, 1)).toBe('credited')
  const before = await world.money(1, customerId)
  await world.move(customerId, 2)
  expect(await depositors.show(2, address, 2)).toBe('credited')
  await world.move(customerId, 3)
  expect(await world.cellOf(customerId)).toBe(3)
  expect(await world.money(3, customerId)).toEqual([before[0], (before[1] ?? 0n) + coins])
  expect([await world.money(1, customerId), await world.money(2, customerId)]).toEqual([
    [0n, 0n],
    [0n, 0n],
  ])
  // Each former cell's transfers are known in the newest.
  expect([await depositors.show(3, address, 1), await depositors.show(3, address, 2)]).toEqual(['known', 'known'])
  await world.requireSound()
})

test('what the first cell sees and receives later arrives in the third, once, and waits nowhere', async () => {
  const { customerId, address } = await depositors.add()
  await world.move(customerId, 2)
  await world.move(customerId, 3)
  const [usd, usdt = 0n] = await world.money(3, customerId)
  expect(await depositors.show(1, address, 3)).toBe('moved')
  await payIn(1, customerId, 7_000_000)
  for (let round = 0; round < 2; round += 1) {
    await forwardLate(world.cells)
    await deliver(world.cells)
    await recordLateTransfers(world.cells)
  }
  expect(await world.money(3, customerId)).toEqual([usd, usdt + coins + 7_000_000n])
  expect([await undelivered(1), await undelivered(2), await undelivered(3)]).toEqual([0, 0, 0])
  expect(await depositors.show(3, address, 3)).toBe('known')
  expect(await checkClearing(world.cells)).toMatchObject({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
  await world.requireSound()
})

test('a cell that is away delays nothing between the others, and gets its own once it responds', async () => {
  const [second, third] = [await depositors.add(), await depositors.add()]
  await world.move(second.customerId, 2)
  await world.move(third.customerId, 3)
  const before = { second: await world.money(2, second.customerId), third: await world.money(3, third.customerId) }
  const sums = async () => [
    ((await world.money(2, second.customerId))[1] ?? 0n) - (before.second[1] ?? 0n),
    ((await world.money(3, third.customerId))[1] ?? 0n) - (before.third[1] ?? 0n),
  ]
  for (const [{ customerId, address }, number] of [
    [second, 5],
    [third, 6],
  ] as const) {
    expect(await depositors.show(1, address, number)).toBe('moved')
    await payIn(1, customerId, 7_000_000)
  }
  const nobody = openNobody()
  const cells = world.cellsWith(2, nobody)
  for (const work of [forwardLate, deliver, recordLateTransfers])
    await expect(work(cells)).rejects.toThrow('ECONNREFUSED')
  expect(await sums()).toEqual([0n, coins + 7_000_000n])
  await nobody.end()
  for (const work of [forwardLate, deliver, recordLateTransfers]) await work(world.cells)
  expect(await sums()).toEqual([coins + 7_000_000n, coins + 7_000_000n])
  await world.requireSound()
})

test('what waits for one cell leaves room for what is for the others', async () => {
  const [second, third] = [await depositors.add(), await depositors.add()]
  await world.move(second.customerId, 2)
  await world.move(third.customerId, 3)
  for (const [number, { customerId, address }] of [second, second, third].entries()) {
    await depositors.show(1, address, 10 + number)
    if (number > 0) await payIn(1, customerId, 1_000_000)
  }
  const { owner } = world.world(1)
  const { rows } = await owner.query<{ to_cell: number }>('select to_cell from cell.late_transfers(1)')
  expect(rows.map(({ to_cell: cell }) => cell)).toEqual([2, 3])
  await forwardLate(world.cells)
  const waiting = await readUndelivered(owner, 1, { to: null, limit: 1 })
  expect(waiting.map(({ toCell }) => toCell)).toEqual([2, 3])
  await deliver(world.cells)
  await recordLateTransfers(world.cells)
})

test('a move needs no other cell than the two', async () => {
  const customerId = await world.addCustomer(1)
  const before = await world.money(1, customerId)
  const nobody = openNobody()
  expect(await world.move(customerId, 3, { cells: world.cellsWith(2, nobody) })).toMatchObject({ ok: true })
  await nobody.end()
  expect(await world.money(3, customerId)).toEqual(before)
  await world.requireSound()
})
