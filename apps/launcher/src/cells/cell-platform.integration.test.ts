import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { moveCustomer, recordLateTransfers, registerCustomer } from '../../../server/src/modules/cells/index.ts'
import { placeOrders } from '../../../server/src/modules/contract/placement-store.ts'
import { openLedgerWorld } from '../../../server/src/modules/ledger/testing/ledger-world.ts'
import { addressFor } from '../../../server/src/platform/postgres/migrate.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { newPasswords, startCellPlatform } from './cell-platform.ts'
import { findCellPrograms } from './cell-programs.ts'

const programs = findCellPrograms()
if ('missing' in programs) console.log(`platform of cells: skipped. ${programs.missing}`)

describe.skipIf('missing' in programs)('a platform of two cells behind a router', async () => {
  if ('missing' in programs) return
  const folder = await mkdtemp(join(tmpdir(), 'candor-cells-'))
  await chmod(folder, 0o755)
  const passwords = newPasswords()
  const platform = await startCellPlatform({
    programs,
    folder,
    cells: 2,
    durable: false,
    isSeeded: false,
    settings: { log_statement: 'all' },
    passwords,
  })
  const router = createPool(platform.directory.appUrl, 'test-router', { maxConnections: 4 })
  const worlds = await Promise.all([...platform.cells.values()].map((cell) => openLedgerWorld(cell)))
  const [first, second] = worlds
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  let termsId = 0n
  for (const world of worlds) {
    termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
    await world.publish()
  }
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await router.end()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function addCustomer(): Promise<{ customerId: bigint; cell: number }> {
    const placed = await registerCustomer(platform.owners.directory, {
      requestId: randomUUID(),
      names: { email: `${randomUUID()}@example.com` },
      nowMs: 1,
    })
    await worlds[placed.cell - 1]?.openCustomer(placed.customerId)
    return placed
  }

  const openAsWatcher = () =>
    createPool(
      addressFor(platform.directory.ownerUrl, { user: 'candor_watcher', password: passwords.watcher }),
      'test-watcher',
    )

  const place = (customers: readonly bigint[], requests = customers.map(() => randomUUID()), pool = router) =>
    placeOrders(pool, {
      stripe: 1,
      isLastStripe: true,
      requests: customers.map((customerId, index) =>
        first.request({ customerId, requestId: requests[index] ?? '', stakeUnits: 5_000_000n, termsId }),
      ),
    })

  test('places orders in the cell of each customer, who is nowhere else', async () => {
    const customers = [await addCustomer(), await addCustomer()]
    expect(new Set(customers.map(({ cell }) => cell))).toEqual(new Set([1, 2]))
    for (const { customerId, cell } of customers) {
      expect(await place([customerId])).toMatchObject([{ outcome: 'accepted' }])
      const counts = worlds.map(({ owner }) =>
        owner.query<{ count: bigint }>('select count(*) from contract.contract_order where customer_id = $1', [
          customerId,
        ]),
      )
      const found = (await Promise.all(counts)).map(({ rows }) => rows[0]?.count)
      expect(found).toEqual(cell === 1 ? [1n, 0n] : [0n, 1n])
      const { rows } = await router.query('select asset, held from cell.balances($1)', [customerId])
      expect(rows).toEqual([
        { asset: 1, held: 5_020_000n },
        { asset: 2, held: 0n },
      ])
    }
  })

  test('routes swaps, withdrawals, statements and deposits, with the names that the cells have', () => {
    for (const name of [
      'contract.place_orders',
      'swap.quote_swap',
      'swap.execute_swap',
      'withdrawal.request_withdrawal',
      'deposit.record_transfer',
      'cell.statement_lines',
      'floor.sell_to_advert',
      'interest.open_order',
    ])
      expect(platform.routed.filter((routed) => routed.startsWith(`${name}(`))).toHaveLength(1)
  })

  test('credits a transfer to an address in the cell that its customer has moved to, and nowhere else', async () => {
    const { directory, cells } = platform.owners
    const asWatcher = openAsWatcher()
    const token = '0xdac17f958d2ee523a2206206994597c13d831ec7'
    for (const owner of cells.values())
      await owner.query("update deposit.deposit_chain set token = $1 where chain = 'ERC20'", [token])
    const { customerId, cell } = await addCustomer()
    const from = cells.get(cell)
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    await from?.query("select deposit.assign_address('ERC20', $1, 1, $2)", [customerId, address])
    const usdt = async () => {
      const { rows } = await router.query<{ posted: bigint }>('select posted from cell.balances($1) where asset = 2', [
        customerId,
      ])
      return rows[0]?.posted ?? 0n
    }
    const before = await usdt()
    const show = async (number: number, through = asWatcher) => {
      const { rows } = await through.query<{ outcome: string; customer_id: bigint }>(
        `select outcome, customer_id from deposit.record_transfer('ERC20', $1, 0, $2, $3, 50000000, 10, '0xaa', 5, true)`,
        [`0x${String(number).repeat(64)}`, address, token],
      )
      return rows[0]
    }
    await expect(show(1)).rejects.toMatchObject({ code: 'CD001' })
    await directory.query("select directory.claim($1, 'deposit-address', lower($2))", [customerId, address])
    expect(await show(1)).toEqual({ outcome: 'credited', customer_id: customerId })
    const pause = async () => {
      for (const world of worlds) await world.publishThrough(world.slot + 13)
    }
    const moving = { directory, cells, nowMs: () => 0, pause, patienceMs: 0 }
    expect(await moveCustomer(moving, customerId, cell === 1 ? 2 : 1)).toMatchObject({ ok: true })
    expect(await show(1)).toMatchObject({ outcome: 'known' })
    expect(await show(2)).toEqual({ outcome: 'credited', customer_id: customerId })
    expect(await show(2, from)).toMatchObject({ outcome: 'moved' })
    expect(await recordLateTransfers(cells)).toBe(1)
    expect(await usdt()).toBe(before + 100_000_000n)
    const counts = [...cells.values()].map((owner) =>
      owner.query<{ id: string }>('select txid as id from deposit.chain_transfer where customer_id = $1', [customerId]),
    )
    expect((await Promise.all(counts)).map((counted) => counted.rows.length)).toEqual([1, 1])
    await asWatcher.end()
  })

  test('passes on the error of a constraint, and of a customer whom the directory does not know', async () => {
    const { customerId } = await addCustomer()
    await expect(
      router.query("select security.set_limit($1, 'loss'::security.limit_kind, -5)", [customerId]),
    ).rejects.toMatchObject({ message: expect.stringContaining('limit') })
    await expect(router.query('select * from cell.balances(999999)')).rejects.toMatchObject({ code: 'CD001' })
  })

  test('keeps the grants: a role calls through the router what it may call in a cell, and nothing else', async () => {
    const asWatcher = openAsWatcher()
    const { customerId } = await addCustomer()
    await expect(place([customerId], undefined, asWatcher)).rejects.toMatchObject({ cause: { code: '42501' } })
    await expect(asWatcher.query('select * from cell.overview()')).rejects.toMatchObject({ code: '42501' })
    await asWatcher.end()
    await expect(router.query('insert into directory.cell values (9, 1)')).rejects.toMatchObject({ code: '42501' })
    await expect(router.query('select * from directory.name')).rejects.toMatchObject({ code: '42501' })
    await expect(router.query('select cell.freeze(1, 1, 2::smallint)')).rejects.toMatchObject({ code: '42883' })
  })

  test('lets servers of cells ask the cell of a customer whether that one is verified, and nobody else', async () => {
    const asCell = createPool(platform.directory.cellUrl, 'test-cell')
    const { customerId, cell } = await addCustomer()
    const ask = (at: number, pool = asCell) =>
      pool.query('select cell.is_verified($1::smallint, $2) as verified', [at, customerId])
    const { rows: before } = await ask(cell)
    await platform.owners.cells
      .get(cell)
      ?.query(`update identity.customer set kyc_state = 'none' where customer_id = $1`, [customerId])
    expect([before, (await ask(cell)).rows]).toEqual([[{ verified: true }], [{ verified: false }]])
    await expect(ask(cell, router)).rejects.toMatchObject({ code: '42501' })
    await asCell.end()
  })

  test('sends each call about money to one cell, as the logs of their statements show', async () => {
    const customers: { customerId: bigint; cell: number }[] = []
    for (let count = 0; count < 12; count += 1) customers.push(await addCustomer())
    const requests = new Map<string, number>()
    for (const { customerId, cell } of customers) {
      const requestId = randomUUID()
      requests.set(requestId, cell)
      await place([customerId], [requestId])
      const quoteId = randomUUID()
      requests.set(quoteId, cell)
      await router.query('select swap.execute_swap($1, $2, $2)', [customerId, quoteId])
    }
    const [one, other] = [customers.find(({ cell }) => cell === 1), customers.find(({ cell }) => cell === 2)]
    const split = [randomUUID(), randomUUID()]
    const both = [one?.customerId ?? 0n, other?.customerId ?? 0n]
    await expect(place(both, split)).rejects.toMatchObject({ cause: { code: 'CD002' } })
    const logs = await Promise.all([1, 2].map((cell) => readFile(join(folder, `cell-${cell}.log`), 'utf8')))
    for (const [requestId, cell] of requests)
      expect(logs.map((log) => log.includes(requestId))).toEqual([cell === 1, cell === 2])
    for (const requestId of split) expect(logs.map((log) => log.includes(requestId))).toEqual([false, false])
    expect(logs.some((log) => /prepare transaction|commit prepared/i.test(log))).toBe(false)
  })

  test('reads all cells at once for the console', async () => {
    const { rows } = await router.query<{ cell: number }>("select * from cell.overview() where figure = 'clearing'")
    expect(new Set(rows.map(({ cell }) => cell))).toEqual(new Set([1, 2]))
    expect((await router.query('select * from cell.waiting_withdrawals(10)')).rows).toEqual([])
  })

  test('serves the customers of one cell while the other is down, of whose customers the outcome is unknown', async () => {
    const customers = [await addCustomer(), await addCustomer()].toSorted((a, b) => a.cell - b.cell)
    await platform.cells.get(2)?.postgres.stop()
    expect(await place([customers[0]?.customerId ?? 0n])).toMatchObject([{ outcome: 'accepted' }])
    await expect(place([customers[1]?.customerId ?? 0n])).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
    await platform.cells.get(2)?.postgres.restart()
    expect(await place([customers[1]?.customerId ?? 0n])).toMatchObject([{ outcome: 'accepted' }])
  })
})
