import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { passOnFreezes } from './delivery.ts'
import { openCellWorld, openNobody } from './testing/cell-world.ts'
import { Depositors } from './testing/depositors.ts'

const world = closeAfterTests(await openCellWorld(3))

const depositors = new Depositors(world)

let transfers = 0

/** A customer who moves through these cells after a transfer was credited in the first. */
async function addMoved(
  ...cells: readonly number[]
): Promise<{ customerId: bigint; address: string; transfer: number }> {
  const added = await depositors.add()
  const transfer = (transfers += 1)
  expect(await depositors.show(1, added.address, transfer)).toBe('credited')
  for (const cell of cells) expect(await world.move(added.customerId, cell)).toMatchObject({ ok: true })
  return { ...added, transfer }
}

/** Whether a customer's withdrawals are frozen, in each cell. */
async function frozenIn(customerId: bigint): Promise<boolean[]> {
  const frozen: boolean[] = []
  for (const { app } of world.worlds) {
    const { rows } = await app.query<{ value: boolean }>('select deposit.is_withdrawal_frozen($1) as value', [
      customerId,
    ])
    frozen.push(rows[0]?.value ?? false)
  }
  return frozen
}

test('a transfer that a chain takes back after a move freezes withdrawals where the money is', async () => {
  const { customerId, address, transfer } = await addMoved(2)
  const other = await world.addCustomer(2)
  expect(await depositors.takeBack(1, transfer)).toBe('suspended')
  expect(await frozenIn(customerId)).toEqual([true, false, false])
  for (let round = 0; round < 2; round += 1) await passOnFreezes(world.cells)
  expect(await frozenIn(customerId)).toEqual([true, true, false])
  expect(await frozenIn(other)).toEqual([false, false, false])
  expect(await world.move(customerId, 3)).toMatchObject({ data: [{ kind: 'frozen-withdrawals', items: 1n }] })
  expect(await depositors.show(1, address, transfer)).toBe('credited')
  for (let round = 0; round < 2; round += 1) await passOnFreezes(world.cells)
  expect(await frozenIn(customerId)).toEqual([false, false, false])
  expect(await world.move(customerId, 3)).toMatchObject({ ok: true })
  await world.requireSound()
})

test('it freezes them after two moves, too, beside what another cell reports', async () => {
  const twice = await addMoved(2, 3)
  const once = await addMoved(3)
  for (const { transfer } of [twice, once]) await depositors.takeBack(1, transfer)
  await passOnFreezes(world.cells)
  expect([await frozenIn(twice.customerId), await frozenIn(once.customerId)]).toEqual([
    [true, true, true],
    [true, false, true],
  ])
  for (const { address, transfer } of [twice, once]) await depositors.show(1, address, transfer)
  await passOnFreezes(world.cells)
  expect([await frozenIn(twice.customerId), await frozenIn(once.customerId)]).toEqual([
    [false, false, false],
    [false, false, false],
  ])
})

test('of two transfers that are taken back, each keeps withdrawals frozen by itself', async () => {
  const { customerId, address, transfer } = await addMoved(2)
  const later = (transfers += 1)
  expect(await depositors.show(2, address, later)).toBe('credited')
  await depositors.takeBack(1, transfer)
  await depositors.takeBack(2, later)
  await passOnFreezes(world.cells)
  await depositors.show(2, address, later)
  await passOnFreezes(world.cells)
  expect(await frozenIn(customerId)).toEqual([true, true, false])
  await depositors.takeBack(2, later)
  await depositors.show(1, address, transfer)
  await passOnFreezes(world.cells)
  expect(await frozenIn(customerId)).toEqual([false, true, false])
})

test('a cell that is away lifts no freeze, and keeps none from the others', async () => {
  const [second, third] = [await addMoved(2), await addMoved(3)]
  for (const { transfer } of [second, third]) await depositors.takeBack(1, transfer)
  const nobody = openNobody()
  await expect(passOnFreezes(world.cellsWith(2, nobody))).rejects.toThrow('ECONNREFUSED')
  expect([await frozenIn(second.customerId), await frozenIn(third.customerId)]).toEqual([
    [true, false, false],
    [true, false, true],
  ])
  await expect(passOnFreezes(world.cellsWith(1, nobody))).rejects.toThrow('ECONNREFUSED')
  expect(await frozenIn(third.customerId)).toEqual([true, false, true])
  await nobody.end()
  await passOnFreezes(world.cells)
  expect(await frozenIn(second.customerId)).toEqual([true, true, false])
})
