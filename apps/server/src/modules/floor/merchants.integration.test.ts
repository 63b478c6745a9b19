import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import type { Dealer } from './merchant-service.ts'
import { openSandboxFloor } from './floor-store.ts'
import { startFloorWatch } from './floor-watch.ts'
import { createSaleReviewTask } from './review-task.ts'
import { openFloorWorld, timeLimitMs } from './testing/floor-world.ts'

const coin = 1_000_000n

let dealer: Dealer
const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const autoDesk = await world.desk('Meridian Desk')
const manualDesk = await world.desk('Kestrel OTC')
beforeEach(async () => {
  await world.endSales()
  dealer = await world.dealer()
})

const terms = { total: '1000', minimum: '10', maximum: '500' }

describe('an advert', () => {
  test('is published once for a request, keeps what it may cost, and gives back what is left when it is closed', async () => {
    const before = await world.deskMoney(manualDesk)
    const form = {
      requestId: crypto.randomUUID(),
      deskId: manualDesk,
      unitPrice: '0.9993',
      isAuto: false,
      ...terms,
      total: '1000.000001',
    }
    const published = await world.desks.publish(dealer.secret, form)
    if (!published.ok) throw new Error(published.error)
    const { id } = published.value
    expect(published.value).toMatchObject({
      remaining: '1000.000001',
      inProgress: '0',
      completed: '0',
      isOpen: true,
      timeLimitMs,
    })
    expect(await world.desks.publish(dealer.secret, form)).toEqual(published)
    expect(await world.desks.publish(dealer.secret, { ...form, total: '1001' })).toMatchObject({ error: 'conflict' })
    // Rounded up: 999.3000009993 USD.
    expect((await world.deskMoney(manualDesk)).USD.held - before.USD.held).toBe(999_300_001n)
    await world.requireSoundBooks()
    for (const _ of ['once', 'and again'])
      expect(await world.desks.close(dealer.secret, BigInt(id))).toMatchObject({ value: { isOpen: false } })
    expect(await world.deskMoney(manualDesk)).toEqual(before)
    await world.requireSoundBooks()
  })

  test('that is opened again covers what may come back from sales in progress', async () => {
    const customerId = await world.addCustomer()
    const before = await world.deskMoney(manualDesk)
    const { id } = await world.publish(dealer, { deskId: manualDesk, ...terms })
    const sale = await world.sell(customerId, id, '400')
    await world.desks.close(dealer.secret, BigInt(id))
    for (const _ of ['once', 'and again'])
      expect(await world.desks.open(dealer.secret, BigInt(id))).toMatchObject({
        value: { isOpen: true, remaining: '600' },
      })
    expect((await world.deskMoney(manualDesk)).USD.held - before.USD.held).toBe(999n * coin)
    await world.requireSoundBooks()
    await world.advance(timeLimitMs)
    expect(await world.lapse()).toBe(1)
    expect(await world.service.sale(customerId, sale.id)).toMatchObject({ value: { advertRemaining: '1000' } })
    expect((await world.deskMoney(manualDesk)).USD.held - before.USD.held).toBe(999n * coin)
    await world.requireSoundBooks()
  })

  test('is refused above what its desk has, with wrong limits, and to a desk that is not there', async () => {
    const publish = async (changes: object) =>
      world.desks.publish(dealer.secret, {
        requestId: crypto.randomUUID(),
        deskId: manualDesk,
        unitPrice: '0.999',
        isAuto: false,
        ...terms,
        ...changes,
      })
    expect(await publish({ total: '2000000' })).toMatchObject({ error: 'insufficient-balance' })
    expect(await publish({ total: '9'.repeat(12) })).toMatchObject({ error: 'insufficient-balance' })
    for (const wrong of [
      { minimum: '0' },
      { minimum: '600' },
      { maximum: '1000.1' },
      { unitPrice: '0' },
      { unitPrice: '0.00005' },
    ])
      expect(await publish(wrong)).toMatchObject({ error: 'wrong-amount' })
    expect(await publish({ deskId: '999' })).toMatchObject({ error: 'not-found' })
    for (const id of [0n, 999n])
      for (const work of [world.desks.close, world.desks.open])
        expect(await work(dealer.secret, id)).toMatchObject({ error: 'not-found' })
    expect(await world.desks.confirm(dealer.secret, 999n)).toMatchObject({ error: 'not-found' })
  })

  test('that confirms by itself is of the house, and never above what a swap pays', async () => {
    const publish = async (unitPrice: string, deskId = autoDesk) =>
      world.desks.publish(dealer.secret, { requestId: crypto.randomUUID(), deskId, unitPrice, isAuto: true, ...terms })
    expect(await publish('0.9996')).toMatchObject({ error: 'price-above-bid' })
    const published = await publish('0.9995')
    if (!published.ok) throw new Error(published.error)
    const id = BigInt(published.value.id)
    await world.desks.close(dealer.secret, id)
    await world.price(9_998n)
    expect(await world.desks.open(dealer.secret, id)).toMatchObject({ error: 'price-above-bid' })
    await world.price(9_998n, 2)
    expect(await publish('0.99')).toMatchObject({ error: 'market-stale' })
    expect(await world.desks.open(dealer.secret, id)).toMatchObject({ error: 'market-stale' })
    await world.price(10_000n)
    expect(await world.desks.open(dealer.secret, id)).toMatchObject({ ok: true })
    await world.desks.close(dealer.secret, id)
    const merchant = await world.desks.add(dealer, {
      name: 'Harbour Coins',
      kind: 'merchant',
      account: await world.accountOf(await world.addCustomer()),
    })
    expect(await publish('0.99', merchant.ok ? merchant.value.id : '')).toMatchObject({ error: 'not-allowed' })
  })
})

describe('an advert that follows the price', () => {
  test('gives its place to another one once it is above the bid, and tells which', async () => {
    const { auto } = await world.adverts()
    const before = await world.deskMoney(autoDesk)
    await world.price(9_900n)
    expect(await world.follow()).toBe(2)
    expect(await world.follow()).toBe(0)
    const now = await world.adverts()
    expect(await world.service.advert(now.auto, null)).toMatchObject({
      value: { advert: { unitPrice: '0.9891', total: '20000', isOpen: true, successorId: null } },
    })
    expect(await world.service.advert(auto, null)).toMatchObject({
      value: { advert: { isOpen: false, successorId: now.auto } },
    })
    expect((await world.service.adverts()).items.some(({ id }) => id === auto)).toBe(false)
    const customerId = await world.addCustomer()
    expect(await world.service.sell(customerId, await world.form(auto, '100'))).toMatchObject({
      error: 'price-changed',
    })
    expect(await world.desks.open(dealer.secret, BigInt(auto))).toMatchObject({ error: 'transaction-closed' })
    expect((await world.deskMoney(autoDesk)).USD.posted).toBe(before.USD.posted)
    await world.requireSoundBooks()
    // A little more is left to the desk; three times as far below as it is to be is too far.
    await world.price(9_903n)
    expect(await world.follow()).toBe(0)
    await world.price(9_940n)
    expect(await world.follow()).toBe(2)
    await world.requireSoundBooks()
  })

  test('stays while there is no price, and is filled up again once less than a sale is left', async () => {
    const { auto } = await world.adverts()
    const sellers = await Promise.all(Array.from({ length: 4 }, () => world.addCustomer()))
    for (const customerId of sellers) await world.sell(customerId, auto, '4990')
    await world.price(10_000n, 2)
    expect(await world.follow()).toBe(0)
    await world.price(10_000n)
    expect(await world.follow()).toBe(1)
    const now = await world.adverts()
    expect(now.auto).not.toBe(auto)
    expect(await world.service.advert(now.auto, null)).toMatchObject({ value: { advert: { remaining: '20000' } } })
    await world.requireSoundBooks()
  })
})

describe('the watch', () => {
  const broken = (
    saleId: string,
  ) => `create function ledger.poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create trigger poison before update on floor.sale for each row when (old.sale_id = ${saleId})
      execute function ledger.poison()`

  test('ends what is over and follows the price, and goes on past a sale that cannot be ended', async () => {
    const customerId = await world.addCustomer()
    const { manual, auto } = await world.adverts()
    const [stuck, other] = [await world.sell(customerId, manual, '100'), await world.sell(customerId, manual, '100')]
    await world.ledger.owner.query(broken(stuck.id))
    await world.advance(timeLimitMs)
    await world.price(9_000n)
    let tick = () => {}
    const watch = startFloorWatch({ ...world.deps, repeat: (work) => ((tick = work), () => undefined) })
    await watch.look()
    expect(await world.service.sale(customerId, other.id)).toMatchObject({ value: { state: 'closed' } })
    expect(await world.service.sale(customerId, stuck.id)).toMatchObject({ value: { state: 'in-progress' } })
    expect((await world.adverts()).auto).not.toBe(auto)
    await world.ledger.owner.query('drop trigger poison on floor.sale')
    tick()
    await watch.stop()
    expect(await world.service.sale(customerId, stuck.id)).toMatchObject({ value: { state: 'closed' } })
    expect((await world.money(customerId)).inEscrow).toBe(0n)
    await world.requireSoundBooks()
  })

  test('killed in the middle of a sale that lapses leaves it to the next one', async () => {
    const customerId = await world.addCustomer()
    const { manual } = await world.adverts()
    const sale = await world.sell(customerId, manual, '100')
    await world.advance(timeLimitMs)
    const client = await world.ledger.app.connect()
    client.on('error', () => undefined)
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, floor.lapse_sale($1)', [
      sale.id,
    ])
    await world.ledger.owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    client.release(true)
    expect(await world.service.sale(customerId, sale.id)).toMatchObject({ value: { state: 'in-progress' } })
    expect(await Promise.all([world.lapse(), world.lapse(), world.lapse()])).toEqual(expect.arrayContaining([1, 0, 0]))
    expect((await world.toldOf(customerId)).messages).toHaveLength(1)
    await world.requireSoundBooks()
  })
})

describe('operators', () => {
  test('see desks with their money, adverts page by page, and the sales that wait, the one that lapses first before the others', async () => {
    const customerId = await world.addCustomer()
    const { manual } = await world.adverts()
    const ids = [(await world.sell(customerId, manual, '150')).id]
    await world.advance(1_000)
    ids.push((await world.sell(customerId, manual, '120')).id)
    const desks = await world.desks.desks(dealer)
    expect(desks.find(({ id }) => id === manualDesk)).toMatchObject({
      name: 'Kestrel OTC',
      state: 'approved',
      salesInProgress: 2,
      mayApprove: false,
    })
    const money = await world.desks.money(BigInt(manualDesk))
    const { USD } = await world.deskMoney(manualDesk)
    expect(money).toMatchObject({
      value: {
        items: [
          { asset: 'USD', heldForSales: '269.784' },
          { asset: 'USDT', heldForAdverts: '0', heldForSales: '0' },
        ],
      },
    })
    const [usd] = money.ok ? money.value.items : []
    expect(Number(usd?.free) + Number(usd?.heldForAdverts) + Number(usd?.heldForSales)).toBeCloseTo(
      Number(USD.posted) / 1e6,
      5,
    )
    const queue = await world.desks.queue(dealer, { deskId: manualDesk, limit: 10 })
    expect(queue.map(({ id, mayConfirm }) => ({ id, mayConfirm }))).toEqual(ids.map((id) => ({ id, mayConfirm: true })))
    const auditor = await world.dealer(['auditor'])
    expect(await world.desks.sale(auditor, BigInt(ids[0] ?? 0))).toMatchObject({
      value: { account: await world.accountOf(customerId), subject: `sale:${ids[0]}`, mayConfirm: false },
    })
    const first = await world.desks.adverts({ deskId: autoDesk, limit: 2 })
    const second = await world.desks.adverts({ deskId: autoDesk, limit: 2, cursor: first.nextCursor ?? '' })
    expect(Number(first.items[1]?.id)).toBeGreaterThan(Number(second.items[0]?.id))
    expect(await world.desks.adverts({ deskId: manualDesk, isOpen: true, limit: 20 })).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: manual, inProgress: '270' })]),
    })
    for (const id of ids) await world.desks.confirm(dealer.secret, BigInt(id))
    expect(await world.desks.sale(dealer, BigInt(ids[0] ?? 0))).toMatchObject({
      value: { confirmedBy: { name: dealer.name }, mayConfirm: false },
    })
  })

  test('of the sandbox confirm what waits', async () => {
    const customerId = await world.addCustomer()
    const sale = await world.sell(customerId, (await world.adverts()).manual, '100')
    const task = createSaleReviewTask({ pool: world.ledger.app, desks: world.desks })
    const due = await task.due(0)
    expect(due).toEqual([{ subject: `sale:${sale.id}`, sinceMs: sale.createdMs, saleId: BigInt(sale.id) }])
    for (const waiting of due) await task.decide(dealer.secret, waiting, 1)
    expect(await world.service.sale(customerId, sale.id)).toMatchObject({ value: { state: 'completed' } })
    expect(await task.due(0)).toEqual([])
  })

  test('add desks that a second one approves', async () => {
    const lead = await world.dealer(['lead', 'desk'])
    const account = await world.accountOf(await world.addCustomer())
    const added = await world.desks.add(lead, { name: 'Two Rivers', kind: 'merchant', account })
    if (!added.ok) throw new Error(added.error)
    expect(added.value).toMatchObject({ state: 'applied', account, mayApprove: false, appliedBy: { name: lead.name } })
    await expect(world.desks.approve(lead, BigInt(added.value.id))).rejects.toMatchObject({ code: 'CO003' })
    expect(await world.desks.add(dealer, { name: 'Two Rivers again', kind: 'merchant', account })).toMatchObject({
      error: 'already-registered',
    })
    expect(await world.desks.add(dealer, { name: 'Nobody', kind: 'merchant', account: '00000000' })).toMatchObject({
      error: 'not-found',
    })
    const second = await world.dealer(['lead'])
    expect(await world.desks.approve(second, BigInt(added.value.id))).toMatchObject({
      value: { approvedBy: { name: second.name } },
    })
    await expect(world.desks.approve(second, BigInt(added.value.id))).rejects.toMatchObject({ code: 'CO004' })
    expect(await world.desks.approve(second, 999n)).toMatchObject({ error: 'not-found' })
  })

  test('of other roles do nothing', async () => {
    const { manual } = await world.adverts()
    const { secret } = await world.dealer(['support', 'auditor', 'risk', 'payments'])
    for (const work of [
      () => world.desks.close(secret, BigInt(manual)),
      () => world.desks.open(secret, BigInt(manual)),
      () => world.desks.confirm(secret, 1n),
      () =>
        world.desks.publish(secret, {
          requestId: crypto.randomUUID(),
          deskId: manualDesk,
          unitPrice: '0.9',
          isAuto: false,
          ...terms,
        }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'CO002' })
    await expect(world.desks.confirm('nobody', 1n)).rejects.toMatchObject({ code: 'CO001' })
  })
})

test('the floor of the sandbox is opened once, however often it is started', async () => {
  const count = async () =>
    (
      await world.ledger.app.query(
        'select (select count(*) from floor.merchant) as desks, (select count(*) from floor.advert) as adverts',
      )
    ).rows
  const before = await count()
  await Promise.all([openSandboxFloor(world.ledger.owner), openSandboxFloor(world.ledger.owner)])
  expect(await count()).toEqual(before)
  await world.requireSoundBooks()
})
