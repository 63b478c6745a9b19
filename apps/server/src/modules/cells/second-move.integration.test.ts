import { expect, test } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { checkClearing } from './clearing-check.ts'
import { readUndelivered } from './clearing-store.ts'
import { deliver, forwardLate, recordLateTransfers } from './delivery.ts'
import { openCellWorld } from './testing/cell-world.ts'

const world = closeAfterTests(await openCellWorld(3))

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const coins = 40_000_000n

/** Has the watcher of a cell show a final transfer to an address. */
async function show(cell: number, address: string, number: number): Promise<string> {
  const { rows } = await world
    .world(cell)
    .owner.query<{ outcome: string }>(
      `select outcome from deposit.record_transfer('ERC20', $1, 0, $2, $3, $4, 10, '0xaa', 5, true)`,
      [`0x${number.toString(16).padStart(64, '0')}`, address, token, coins],
    )
  return rows[0]?.outcome ?? ''
}

async function addDepositor(): Promise<{ customerId: bigint; address: string }> {
  for (const { owner } of world.worlds)
    await owner.query("update deposit.deposit_chain set token = $1 where chain = 'ERC20'", [token])
  const customerId = await world.addCustomer(1)
  const address = `0x${customerId.toString(16).padStart(40, 'd')}`
  await world.world(1).owner.query("select deposit.assign_address('ERC20', $1, 1, $2)", [customerId, address])
  return { customerId, address }
}

/** Pays in to a customer's balance of USDT in a cell, as a product there would. */
async function payIn(cell: number, customerId: bigint, units: number): Promise<void> {
  await world.world(cell).owner.query(
    `select ledger.receive($3, 'deposit', ledger.account_of($1, 'available', 2::smallint, null),
       ledger.stripe_of($1, 2::smallint), $2)`,
    [customerId, units, `late ${customerId}`],
  )
}

/** The database of a cell that does not respond. */
const openNobody = () => createPool('postgres://nobody@127.0.0.1:1/nothing', 'test-away')

async function undelivered(cell: number): Promise<number> {
  const { rows } = await world.world(cell).owner.query('select * from cell.late_transfers(10)')
  return rows.length
}

test('a customer moves twice, with the money and the statement of both former cells', async () => {
  const { customerId, address } = await addDepositor()
  expect(await show(1, address, 1)).toBe('credited')
  const before = await world.money(1, customerId)
  await world.move(customerId, 2)
  expect(await show(2, address, 2)).toBe('credited')
  await world.move(customerId, 3)
  expect(await world.cellOf(customerId)).toBe(3)
  expect(await world.money(3, customerId)).toEqual([before[0], (before[1] ?? 0n) + coins])
  expect([await world.money(1, customerId), await world.money(2, customerId)]).toEqual([
    [0n, 0n],
    [0n, 0n],
  ])
  // Each former cell's transfers are known in the newest.
  expect([await show(3, address, 1), await show(3, address, 2)]).toEqual(['known', 'known'])
  await world.requireSound()
})

test('what the first cell sees and receives later arrives in the third, once, and waits nowhere', async () => {
  const { customerId, address } = await addDepositor()
  await world.move(customerId, 2)
  await world.move(customerId, 3)
  const [usd, usdt = 0n] = await world.money(3, customerId)
  expect(await show(1, address, 3)).toBe('moved')
  await payIn(1, customerId, 7_000_000)
  for (let round = 0; round < 2; round += 1) {
    await forwardLate(world.cells)
    await deliver(world.cells)
    await recordLateTransfers(world.cells)
  }
  expect(await world.money(3, customerId)).toEqual([usd, usdt + coins + 7_000_000n])
  expect([await undelivered(1), await undelivered(2), await undelivered(3)]).toEqual([0, 0, 0])
  expect(await show(3, address, 3)).toBe('known')
  expect(await checkClearing(world.cells)).toMatchObject({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
  await world.requireSound()
})

test('a cell that is away delays nothing between the others, and gets its own once it responds', async () => {
  const [second, third] = [await addDepositor(), await addDepositor()]
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
    expect(await show(1, address, number)).toBe('moved')
    await payIn(1, customerId, 7_000_000)
  }
  const nobody = openNobody()
  // The one that is away comes first, so that nothing would be left for the others.
  const cells = new Map([[2, nobody], ...[...world.cells].filter(([cell]) => cell !== 2)])
  for (const work of [forwardLate, deliver, recordLateTransfers])
    await expect(work(cells)).rejects.toThrow('ECONNREFUSED')
  expect(await sums()).toEqual([0n, coins + 7_000_000n])
  await nobody.end()
  for (const work of [forwardLate, deliver, recordLateTransfers]) await work(world.cells)
  expect(await sums()).toEqual([coins + 7_000_000n, coins + 7_000_000n])
  await world.requireSound()
})

test('what waits for one cell leaves room for what is for the others', async () => {
  const [second, third] = [await addDepositor(), await addDepositor()]
  await world.move(second.customerId, 2)
  await world.move(third.customerId, 3)
  for (const [number, { customerId, address }] of [second, second, third].entries()) {
    await show(1, address, 10 + number)
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
  expect(await world.move(customerId, 3, { cells: new Map([...world.cells, [2, nobody]]) })).toMatchObject({ ok: true })
  await nobody.end()
  expect(await world.money(3, customerId)).toEqual(before)
  await world.requireSound()
})
