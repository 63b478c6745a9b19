import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createCellsOverview, noteConsoles, registerCustomer } from '../../../server/src/modules/cells/index.ts'
import { openLedgerWorld } from '../../../server/src/modules/ledger/testing/ledger-world.ts'
import { addressFor } from '../../../server/src/platform/postgres/migrate.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { newPasswords, startCellPlatform } from './cell-platform.ts'
import { findCellPrograms } from './cell-programs.ts'

const programs = findCellPrograms()
if ('missing' in programs) console.log(`console over all cells: skipped. ${programs.missing}`)

const unitsOfDeposit = 1_000_000_000n

describe.skipIf('missing' in programs)('what operators read of two cells through the router', async () => {
  if ('missing' in programs) return
  const folder = await mkdtemp(join(tmpdir(), 'candor-cells-overview-'))
  await chmod(folder, 0o755)
  const passwords = newPasswords()
  const platform = await startCellPlatform({ programs, folder, cells: 2, durable: false, isSeeded: false, passwords })
  const { directory, cells } = platform.owners
  const worlds = await Promise.all([...platform.cells.values()].map((cell) => openLedgerWorld(cell)))
  const asCell = createPool(platform.directory.cellUrl, 'test-cells', { maxConnections: 6, queryTimeoutMs: 500 })
  const overview = createCellsOverview({ directory: asCell, logger: pino({ level: 'silent' }) })
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await asCell.end()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function addCustomer(cell: number, names: Parameters<typeof registerCustomer>[1]['names'] = {}) {
    const { customerId } = await registerCustomer(directory, { requestId: randomUUID(), cell, names, nowMs: 1 })
    await worlds[cell - 1]?.openCustomer(customerId)
    return customerId
  }

  /** Stores a withdrawal that waits since a time, past the checks of its steps. */
  async function addWithdrawal(cell: number, customerId: bigint, createdMs: number) {
    const client = await cells.get(cell)?.connect()
    await client?.query('set session_replication_role = replica')
    const stored = await client?.query<{ withdrawal_id: bigint }>(
      `insert into withdrawal.withdrawal (customer_id, request_id, quote_id, account_id, stripe, asset, amount, fee,
         terms_version, two_person_threshold, approvals_needed, method_id, destination_kind, destination, created_ms,
         review_due_ms, held_seq)
       values ($1, $2, $2, 1, 1, 1, 50000000, 0, 1, 1000000000, 1, 1, 'bank-card', sha256('card'), $3::bigint,
         $3::bigint + 3600000, 1) returning withdrawal_id`,
      [customerId, randomUUID(), createdMs],
    )
    client?.release(true)
    return String(stored?.rows[0]?.withdrawal_id)
  }

  const customers = [await addCustomer(1), await addCustomer(2, { 'account-number': '20411890' })] as const

  test('shows the sums of each cell beside those of all, and where its console opens', async () => {
    await noteConsoles(directory, new Map([[1, 'http://127.0.0.1:8091']]))
    const read = await overview.read(['lead'])
    const router = createPool(platform.directory.appUrl, 'test-router', { maxConnections: 1 })
    const { rows } = await router.query<{ cell: number; amount: bigint }>(
      `select cell, amount from cell.overview() where figure = 'customers-have' and asset = 1 order by cell`,
    )
    await router.end()
    expect(rows.map(({ amount }) => amount % unitsOfDeposit)).toEqual(rows.map(() => 0n))
    expect(read.cells).toMatchObject([
      { cell: 1, console: 'http://127.0.0.1:8091', hasNewestTerms: true, figures: { customers: 1, underWay: 0 } },
      { cell: 2, console: null, hasNewestTerms: true, figures: { customers: 1, clearing: { usd: '0', usdt: '0' } } },
    ])
    const [first, second] = rows.map(({ amount }) => String(amount / 1_000_000n))
    expect(read.cells.map(({ figures }) => figures?.usd)).toEqual([first, second])
    expect(read.all).toMatchObject({ customers: 2, usd: String(Number(first) + Number(second)), underWay: 0 })
  })

  test('lists the withdrawals of all cells, the oldest first, with the promise of the next step', async () => {
    const newer = await addWithdrawal(1, customers[0], 2_000)
    const older = await addWithdrawal(2, customers[1], 1_000)
    const { withdrawals, hasMore } = await overview.read(['lead'])
    expect(hasMore).toBe(false)
    const waiting = { asset: 'USD', amount: '50', state: 'under-review' }
    expect(withdrawals).toEqual([
      { ...waiting, id: older, cell: 2, requestedMs: 1_000, promisedMs: 3_601_000 },
      { ...waiting, id: newer, cell: 1, requestedMs: 2_000, promisedMs: 3_602_000 },
    ])
  })

  test('shows operators of payments the cells and the withdrawals, and no figure of the books', async () => {
    const all = await overview.read(['lead'])
    const paying = await overview.read(['payments', 'support'])
    expect(paying).toEqual({ ...all, cells: all.cells.map((cell) => ({ ...cell, figures: null })), all: null })
    expect(paying.cells.map(({ responds }) => responds)).toEqual([true, true])
    expect(paying.withdrawals).toHaveLength(2)
    expect(await overview.read(['payments', 'risk'])).toEqual(all)
  })

  test('finds the cell of an account number, written with spaces or without', async () => {
    const found = { cell: 2, customerId: String(customers[1]), console: null }
    expect(await overview.find('2041 1890')).toEqual(found)
    expect(await overview.find('20411891')).toBeNull()
  })

  test('shows every other cell while one does not answer in time, or is down', async () => {
    const away = { cell: 2, responds: false, figures: null }
    const blocking = await cells.get(2)?.connect()
    await blocking?.query('begin; lock table identity.customer in access exclusive mode')
    const blocked = await overview.read(['lead'])
    await blocking?.query('rollback')
    blocking?.release()
    expect(blocked).toMatchObject({ cells: [{ cell: 1, figures: { customers: 1 } }, away] })
    await platform.cells.get(2)?.postgres.stop()
    const read = await overview.read(['lead'])
    expect(read).toMatchObject({ cells: [{ cell: 1, figures: { customers: 1 } }, away], all: { customers: 1 } })
    expect(read.withdrawals.map(({ cell }) => cell)).toEqual([1])
    await platform.cells.get(2)?.postgres.restart()
    await expect.poll(async () => (await overview.read(['lead'])).all?.customers).toBe(2)
  })

  test('lets the role of cells read these sums and withdrawals alone, in the router and in a cell', async () => {
    const inCell = createPool(
      addressFor(platform.cells.get(1)?.ownerUrl ?? '', { user: 'candor_cell', password: passwords.cell }),
      'test-cell',
      { maxConnections: 1 },
    )
    const refused = { code: '42501' }
    for (const statement of ['select * from cell.overview()', 'select * from cell.waiting_withdrawals(1)'])
      for (const pool of [asCell, inCell]) await expect(pool.query(statement)).rejects.toMatchObject(refused)
    await expect(asCell.query('select * from cell.balances(1)')).rejects.toMatchObject(refused)
    await expect(asCell.query(`select cell.login_since(1::smallint, '\\x00')`)).rejects.toMatchObject(refused)
    for (const table of ['withdrawal.withdrawal', 'identity.customer', 'ledger.balance', 'cell.sent'])
      await expect(inCell.query(`select * from ${table}`)).rejects.toMatchObject(refused)
    expect((await inCell.query('select * from cell.overview_of(1::smallint)')).rows).not.toEqual([])
    expect((await inCell.query('select * from cell.overview_of(2::smallint)')).rows).toEqual([])
    await inCell.end()
    const asFront = createPool(platform.directory.frontUrl, 'test-front', { maxConnections: 1 })
    await expect(asFront.query('select * from cell.overview_of(1::smallint)')).rejects.toMatchObject(refused)
    await expect(asFront.query('select * from directory.cells()')).rejects.toMatchObject(refused)
    await asFront.end()
  })
})
