import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { expectPages } from '../../platform/testing/expect-pages.ts'
import type { Dealer } from './merchant-service.ts'
import { openFloorWorld, timeLimitMs, wrongPassword } from './testing/floor-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin

let dealer: Dealer
const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const manualDesk = await world.desk('Kestrel OTC')
beforeEach(async () => {
  await world.price(10_000n)
  dealer = await world.dealer()
})

/** Expects that USDT of a customer were sold to a desk for USD that it had set aside. */
async function expectPaid(
  customerId: bigint,
  sold: { deskId: string; before: Awaited<ReturnType<typeof world.deskMoney>>; usd: bigint; usdt: bigint },
): Promise<void> {
  const { before, usd, usdt } = sold
  expect(await world.money(customerId)).toEqual({ USD: granted + usd, USDT: granted - usdt, inEscrow: 0n })
  expect(await world.deskMoney(sold.deskId)).toEqual({
    USD: { posted: before.USD.posted - usd, held: before.USD.held - usd },
    USDT: { posted: before.USDT.posted + usdt, held: 0n },
  })
}

describe('a sale into an automatic advert', () => {
  test('is confirmed at once: the desk has the USDT, the customer the USD, and the advert so much less left', async () => {
    const customerId = await world.addCustomer()
    const { auto } = await world.adverts()
    const deskId = await world.desk('Meridian Desk')
    const before = await world.deskMoney(deskId)
    const sale = await world.sell(customerId, auto, '100')
    expect(sale).toMatchObject({
      state: 'completed',
      isAuto: true,
      unitPrice: '0.9991',
      total: '99.91',
      lapsesMs: null,
      advertRemaining: '19900',
    })
    expect(sale.endedMs).toBe(sale.createdMs)
    await expectPaid(customerId, { deskId, before, usd: 99_910_000n, usdt: 100n * coin })
    expect(await world.toldOf(customerId)).toEqual({
      sockets: [`sale ${sale.id} completed`],
      messages: [`sale-completed sale:${sale.id} 100 × 0.9991 = 99.91 USD`],
    })
    await world.requireSoundBooks()
  })

  test('pays what is rounded down, and writes down what that kept', async () => {
    const customerId = await world.addCustomer()
    const { auto } = await world.adverts()
    const sale = await world.sell(customerId, auto, '50.000001')
    expect(sale.total).toBe('49.955')
    const { rows } = await world.ledger.app.query('select rounded_off from floor.sale where sale_id = $1', [sale.id])
    expect(rows).toEqual([{ rounded_off: 999_100 }])
    expect((await world.money(customerId)).USD).toBe(granted + 49_955_000n)
    await world.requireSoundBooks()
  })

  test('waits for a current price, and is refused at one above what a swap pays', async () => {
    const customerId = await world.addCustomer()
    const { auto } = await world.adverts()
    const form = await world.form(auto, '100')
    await world.price(9_990n)
    expect(await world.service.sell(customerId, form)).toMatchObject({ error: 'price-changed' })
    await world.price(10_000n, 2)
    expect(await world.service.sell(customerId, form)).toMatchObject({ error: 'market-stale' })
    await world.price(10_000n)
    expect(await world.service.sell(customerId, form)).toMatchObject({ ok: true })
  })
})

describe('a sale into an advert that a person confirms', () => {
  test('sets the USDT aside, and pays once it is confirmed', async () => {
    const customerId = await world.addCustomer()
    const { manual } = await world.adverts()
    const before = await world.deskMoney(manualDesk)
    const sale = await world.sell(customerId, manual, '200')
    expect(sale).toMatchObject({
      state: 'in-progress',
      isAuto: false,
      total: '199.84',
      lapsesMs: sale.createdMs + timeLimitMs,
      endedMs: null,
    })
    expect(await world.money(customerId)).toEqual({ USD: granted, USDT: granted - 200n * coin, inEscrow: 200n * coin })
    expect(await world.deskMoney(manualDesk)).toEqual(before)
    await world.requireSoundBooks()

    for (const _ of ['once', 'and again'])
      expect(await world.desks.confirm(dealer.secret, BigInt(sale.id))).toMatchObject({ value: { state: 'completed' } })
    await expectPaid(customerId, { deskId: manualDesk, before, usd: 199_840_000n, usdt: 200n * coin })
    const told = await world.toldOf(customerId)
    expect(told.messages).toEqual([`sale-completed sale:${sale.id} 200 × 0.9992 = 199.84 USD`])
    expect(told.sockets.slice(0, 2)).toEqual([`sale ${sale.id} in-progress`, `sale ${sale.id} completed`])
    await world.requireSoundBooks()
  })

  test('lapses when nobody has confirmed it, however late that is noticed, and can then no longer be confirmed', async () => {
    const customerId = await world.addCustomer()
    const { manual } = await world.adverts()
    const before = await world.deskMoney(manualDesk)
    const sale = await world.sell(customerId, manual, '200')
    await world.advance(timeLimitMs - 1_000)
    expect(await world.lapse()).toBe(0)
    await world.advance(1_000)
    await expect(world.desks.confirm(dealer.secret, BigInt(sale.id))).rejects.toMatchObject({ code: 'CO004' })
    await world.advance(3 * dayMs)
    expect([await world.lapse(), await world.lapse()]).toEqual([1, 0])
    expect(await world.money(customerId)).toEqual({ USD: granted, USDT: granted, inEscrow: 0n })
    expect(await world.deskMoney(manualDesk)).toEqual(before)
    expect(await world.service.sale(customerId, sale.id)).toMatchObject({
      value: { state: 'closed', advertRemaining: '9800' },
    })
    const later = await world.dealer()
    await expect(world.desks.confirm(later.secret, BigInt(sale.id))).rejects.toMatchObject({ code: 'CO004' })
    expect(await world.toldOf(customerId)).toEqual({
      sockets: [`sale ${sale.id} in-progress`, `sale ${sale.id} closed`],
      messages: [`sale-lapsed sale:${sale.id} 200 × 0.9992 = 199.84 USD`],
    })
    await world.requireSoundBooks()
  })

  test('is listed once it is decided, the newest first, and not where its advert is automatic', async () => {
    const customerId = await world.addCustomer()
    const { manual, auto } = await world.adverts()
    const [confirmed, lapsed] = [
      await world.sell(customerId, manual, '200'),
      await world.sell(customerId, manual, '300'),
    ]
    await world.sell(customerId, auto, '400')
    const listed = async (limit: number, cursor?: string) => {
      const { items, nextCursor } = await world.desks.ended(dealer, {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      })
      return { nextCursor, sales: items.map(({ id, state, confirmedBy }) => [id, state, confirmedBy?.name]) }
    }
    expect((await listed(10)).sales.flat()).not.toContain(confirmed.id)
    await world.desks.confirm(dealer.secret, BigInt(confirmed.id))
    await world.advance(timeLimitMs)
    await world.lapse()
    const newest = await listed(1)
    expect(newest.sales).toEqual([[lapsed.id, 'closed', undefined]])
    const [next] = (await listed(1, newest.nextCursor ?? '')).sales
    expect(next).toEqual([confirmed.id, 'completed', expect.any(String)])
  })

  test('frees the USD of the desk where its advert was closed before it lapsed', async () => {
    const customerId = await world.addCustomer()
    const before = await world.deskMoney(manualDesk)
    const { id } = await world.publish(dealer, { deskId: manualDesk, total: '1000', minimum: '10', maximum: '1000' })
    const [lapsing, confirmed] = [await world.sell(customerId, id, '100'), await world.sell(customerId, id, '300')]
    expect(await world.desks.close(dealer.secret, BigInt(id))).toMatchObject({
      value: { isOpen: false, remaining: '600', inProgress: '400' },
    })
    expect((await world.deskMoney(manualDesk)).USD.held - before.USD.held).toBe(399_600_000n)
    await world.requireSoundBooks()
    expect(await world.desks.confirm(dealer.secret, BigInt(confirmed.id))).toMatchObject({ ok: true })
    await world.advance(timeLimitMs)
    expect(await world.lapse()).toBe(1)
    expect(await world.service.sale(customerId, lapsing.id)).toMatchObject({
      value: { state: 'closed', advertRemaining: '700', isAdvertOpen: false },
    })
    const after = await world.deskMoney(manualDesk)
    expect(after.USD).toEqual({ posted: before.USD.posted - 299_700_000n, held: before.USD.held })
    await world.requireSoundBooks()
  })
})

describe('selling', () => {
  test('returns the first sale to a repeat, whatever became of the advert, and a conflict to other values', async () => {
    const customerId = await world.addCustomer()
    const { id } = await world.publish(dealer, { deskId: manualDesk, total: '1000', minimum: '10', maximum: '1000' })
    const form = await world.form(id, '100')
    const [first, again] = await Promise.all([
      world.service.sell(customerId, form),
      world.service.sell(customerId, form),
    ])
    expect(first).toMatchObject({ ok: true })
    expect(again).toEqual(first)
    await world.desks.close(dealer.secret, BigInt(id))
    expect(await world.service.sell(customerId, form)).toMatchObject({ value: { id: first.ok && first.value.id } })
    for (const other of [{ quantity: '101' }, { unitPrice: '0.9' }, { advertId: (await world.adverts()).manual }])
      expect(await world.service.sell(customerId, { ...form, ...other })).toMatchObject({ error: 'conflict' })
    expect(await world.money(customerId)).toMatchObject({ USDT: granted - 100n * coin, inEscrow: 100n * coin })
  })

  test('keeps to the minimum and the maximum of the advert, until less than the minimum is left', async () => {
    const customerId = await world.addCustomer()
    const { id } = await world.publish(dealer, { deskId: manualDesk, total: '130', minimum: '40', maximum: '100' })
    const sell = async (quantity: string) => world.service.sell(customerId, await world.form(id, quantity))
    for (const quantity of ['0', '39.999999', '100.000001'])
      expect(await sell(quantity)).toMatchObject({ error: 'wrong-amount' })
    expect(await sell('39')).toMatchObject({ data: { minimum: '40', maximum: '100' } })
    expect(await sell('100')).toMatchObject({ ok: true })
    expect(await sell('30.000001')).toMatchObject({ error: 'not-enough-quantity', data: { remaining: '30' } })
    expect(await sell('0.000001')).toMatchObject({ error: 'wrong-amount' })
    expect(await sell('12')).toMatchObject({ ok: true, value: { advertRemaining: '18' } })
    expect(await sell('18')).toMatchObject({ ok: true, value: { advertRemaining: '0' } })
    expect(await sell('0.5')).toMatchObject({ error: 'not-enough-quantity' })
    await world.requireSoundBooks()
  })

  test('refuses another price than the one that stands, and adverts that are closed or were never there', async () => {
    const customerId = await world.addCustomer()
    const { id } = await world.publish(dealer, { deskId: manualDesk, total: '1000', minimum: '10', maximum: '1000' })
    const form = await world.form(id, '100')
    expect(await world.service.sell(customerId, { ...form, unitPrice: '0.9991' })).toMatchObject({
      error: 'price-changed',
    })
    await world.desks.close(dealer.secret, BigInt(id))
    expect(await world.service.sell(customerId, form)).toMatchObject({ error: 'transaction-closed' })
    for (const advertId of ['0', '999999', 'x', '-1', '9'.repeat(30)])
      expect(await world.service.sell(customerId, { ...form, advertId })).toMatchObject({ error: 'unknown-advert' })
    expect(await world.money(customerId)).toEqual({ USD: granted, USDT: granted, inEscrow: 0n })
  })

  test('refuses what the customer does not have, a wrong payment password, and customers who may not trade', async () => {
    const customerId = await world.addCustomer()
    const { second } = await world.adverts()
    const form = await world.form(second, '10000.000001')
    expect(await world.service.sell(customerId, form)).toMatchObject({ error: 'insufficient-usdt-balance' })
    expect(
      await world.service.sell(customerId, { ...form, quantity: '500', paymentPassword: wrongPassword }),
    ).toMatchObject({
      error: 'wrong-payment-password',
    })
    const set = (change: string) =>
      world.ledger.owner.query(`update identity.customer set ${change} where customer_id = $1`, [customerId])
    for (const change of [`kyc_state = 'rejected'`, `kyc_state = 'verified', state = 0`]) {
      await set(change)
      expect(await world.service.sell(customerId, { ...form, quantity: '500' })).toMatchObject({
        error: 'account-disabled',
      })
    }
    await set('state = 1')
    expect(await world.service.sell(customerId, { ...form, quantity: '10000' })).toMatchObject({ ok: true })
    expect((await world.money(customerId)).USDT).toBe(0n)
  })

  test('into the advert of a merchant waits for the approval, which is said to nobody but the merchant', async () => {
    const [merchant, customer] = [await world.addCustomer(), await world.addCustomer()]
    const lead = await world.dealer(['lead'])
    const added = await world.desks.add(dealer, {
      name: 'Harbour Coins',
      kind: 'merchant',
      account: await world.accountOf(merchant),
    })
    if (!added.ok) throw new Error(added.error)
    const { id: deskId } = added.value
    await world.fund(deskId, 500n * coin)
    const { id } = await world.publish(dealer, { deskId, total: '100', minimum: '10', maximum: '100' })
    expect((await world.service.adverts()).items.some((advert) => advert.id === id)).toBe(false)
    const form = {
      requestId: randomUUID(),
      advertId: id,
      quantity: '10',
      unitPrice: '0.999',
      paymentPassword: '481516',
    }
    expect(await world.service.advert(id, null)).toMatchObject({ error: 'unknown-advert' })
    for (const [who, error] of [
      [merchant, 'application-not-approved'],
      [customer, 'unknown-advert'],
    ] as const) {
      expect(await world.service.advert(id, who)).toMatchObject({ error })
      expect(await world.service.sell(who, form)).toMatchObject({ error })
    }
    expect(await world.desks.approve(lead, BigInt(deskId))).toMatchObject({
      value: { state: 'approved', mayApprove: false },
    })
    expect(await world.service.sell(customer, form)).toMatchObject({ ok: true })
    expect(await world.service.adverts()).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id })]),
    })
    await world.requireSoundBooks()
  })
})

describe('what was sold', () => {
  test('is listed page by page, newest first, by state, and shown to nobody else', async () => {
    const [customerId, stranger] = [await world.addCustomer(), await world.addCustomer()]
    const { manual, auto } = await world.adverts()
    const ids: string[] = []
    for (const advertId of [manual, auto, manual]) ids.unshift((await world.sell(customerId, advertId, '100')).id)
    await expectPages((wanted) => world.service.sales(customerId, wanted), ids, ['in-progress', 'completed'])
    expect(await world.service.sale(stranger, ids[0] ?? '')).toMatchObject({ error: 'not-found' })
    expect(await world.service.sales(stranger, { state: null, cursor: null, limit: 5 })).toEqual({
      items: [],
      nextCursor: null,
    })
  })
})
