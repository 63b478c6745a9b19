import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { openFloorWorld, timeLimitMs, wrongPassword } from './testing/floor-world.ts'
import type { FloorWorld, SandboxAdverts } from './testing/floor-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin

let database: TestDatabase
let world: FloorWorld
let adverts: SandboxAdverts
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openFloorWorld(database)
  adverts = await world.adverts()
})
afterAll(async () => {
  await world.close()
  await database.close()
})

describe('a sale into an automatic advert', () => {
  test('is confirmed at once: the USDT are the desk’s, the USD the customer’s, and the advert has so much less left', async () => {
    const customerId = await world.addCustomer()
    const deskId = await world.desk('Meridian Desk')
    const before = await world.deskMoney(deskId)
    const sale = await world.sell(customerId, adverts.auto, '100')
    expect(sale).toMatchObject({
      state: 'completed',
      isAuto: true,
      quantity: '100',
      unitPrice: '0.9991',
      total: '99.91',
      lapsesMs: null,
      advertRemaining: '19900',
    })
    expect(await world.money(customerId)).toEqual({ USD: granted + 99_910_000n, USDT: granted - 100n * coin, inEscrow: 0n })
    const after = await world.deskMoney(deskId)
    expect(after).toEqual({
      USD: { posted: before.USD.posted - 99_910_000n, held: before.USD.held - 99_910_000n },
      USDT: { posted: before.USDT.posted + 100n * coin, held: 0n },
    })
    await world.requireSoundBooks()
  })
})

describe('a sale into an advert that a person confirms', () => {
  test('sets the USDT aside, and pays once it is confirmed', async () => {
    const customerId = await world.addCustomer()
    const dealer = await world.dealer('dora')
    const sale = await world.sell(customerId, adverts.manual, '200')
    expect(sale).toMatchObject({ state: 'in-progress', total: '199.84', advertRemaining: '9800' })
    expect(await world.money(customerId)).toEqual({ USD: granted, USDT: granted - 200n * coin, inEscrow: 200n * coin })
    await world.requireSoundBooks()
    expect(await world.desks.confirm(dealer.secret, BigInt(sale.id))).toMatchObject({ ok: true, value: { state: 'completed' } })
    expect(await world.money(customerId)).toEqual({ USD: granted + 199_840_000n, USDT: granted - 200n * coin, inEscrow: 0n })
    await world.requireSoundBooks()
  })

  test('lapses when nobody confirms it', async () => {
    const customerId = await world.addCustomer()
    const sale = await world.sell(customerId, adverts.manual, '200')
    expect(await world.lapse()).toBe(0)
    await world.advance(timeLimitMs)
    expect(await world.lapse()).toBe(1)
    expect(await world.lapse()).toBe(0)
    expect(await world.money(customerId)).toEqual({ USD: granted, USDT: granted, inEscrow: 0n })
    expect(await world.service.sale(customerId, sale.id)).toMatchObject({ value: { state: 'closed' } })
    await world.requireSoundBooks()
  })
})
