import { alertsMax } from '@candor/api'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { fireDue } from './alerts-store.ts'
import { createAlertsService, startAlertWatch } from './index.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const service = createAlertsService(world.app)

let customerId: bigint
beforeEach(async () => {
  await world.owner.query('delete from alert.price_alert')
  customerId = await world.openNextCustomer()
  await world.publish()
  await fire()
})

const fire = () => fireDue(world.app, 40)
const set = (direction: 'above' | 'below', price: string, symbol = 'TEST1') =>
  service.set(customerId, { symbol, direction, price })
const waiting = async () => (await service.list(customerId)).map(({ direction, price }) => `${direction} ${price}`)
const messages = async () => {
  const { rows } = await world.app.query<{ details: unknown }>(
    `select details from message.message where customer_id = $1 and kind = 'alert-fired' order by message_id`,
    [customerId],
  )
  return rows.map(({ details }) => details)
}
const publishAt = (...prices: bigint[]) =>
  prices.reduce(async (before, price) => {
    await before
    await world.publish({ 1: { price } })
  }, Promise.resolve())
/** Runs the watch as a started server does, until it has come to the newest frame. */
const watchOnce = async (framesAtOnce: number) => {
  const told: string[] = []
  const watch = startAlertWatch({
    pool: world.app,
    logger: pino({ level: 'silent' }),
    notifier: { announce: (_id, { kind, state }) => Promise.resolve(void told.push(`${kind} ${state}`)) },
    framesAtOnce,
    repeat: () => () => undefined,
  })
  await watch.look()
  await watch.stop()
  return told
}

describe('a price alert', () => {
  it('fires on the first frame at or beyond its price, and says which', async () => {
    await set('above', '1.02')
    await set('below', '0.99')
    await publishAt(101n)
    expect((await fire()).fired).toEqual([])
    const slot = world.slot
    await publishAt(102n)
    expect((await fire()).fired).toMatchObject([{ customerId }])
    expect(await messages()).toEqual([
      { symbol: 'TEST1', direction: 'above', price: '1.02', reached: '1.02', slot: String(slot) },
    ])
    expect(await waiting()).toEqual(['below 0.99'])
    await publishAt(98n)
    await fire()
    expect((await messages())[1]).toMatchObject({ direction: 'below', price: '0.99', reached: '0.98' })
    expect(await waiting()).toEqual([])
  })

  it('fires once, however often its price is reached again', async () => {
    await set('above', '1.02')
    await publishAt(102n, 100n, 103n)
    await fire()
    await publishAt(102n)
    await fire()
    expect(await messages()).toHaveLength(1)
  })

  it('heeds no frame from before it was set, also where that was not compared yet', async () => {
    await publishAt(105n)
    await set('above', '1.05')
    await publishAt(100n)
    expect((await fire()).fired).toEqual([])
    await publishAt(105n)
    expect((await fire()).fired).toHaveLength(1)
  })

  it('heeds only open frames of its own instrument', async () => {
    await set('above', '1.02')
    await world.publish({ 1: { price: 102n, state: 0 }, 2: { price: 103n } })
    await world.publish({ 1: { price: 102n, state: 2 } })
    expect((await fire()).fired).toEqual([])
    await publishAt(102n)
    expect((await fire()).fired).toHaveLength(1)
  })

  it('catches up over frames that were stored while no server ran, a few at a time', async () => {
    await set('above', '1.02')
    await set('below', '0.98')
    await publishAt(101n, 102n, 103n, 100n, 97n, 100n, 100n)
    expect(await watchOnce(2)).toEqual(['message alert-fired', 'message alert-fired'])
    expect(await messages()).toMatchObject([
      { direction: 'above', reached: '1.02' },
      { direction: 'below', reached: '0.97' },
    ])
    expect(await watchOnce(2)).toEqual([])
  })

  it('neither is lost nor fires twice where its transaction breaks off', async () => {
    await set('above', '1.02')
    await publishAt(102n)
    const crash = withTransaction(world.app, async (transaction) => {
      const { rowCount } = await transaction.query('select alert.fire_due(40)')
      expect(rowCount).toBe(1)
      throw new Error('the server died')
    })
    await expect(crash).rejects.toThrow('the server died')
    expect(await messages()).toEqual([])
    await fire()
    await fire()
    expect(await messages()).toHaveLength(1)
  })

  it('fires once where several processes compare the same frames', async () => {
    await set('above', '1.02')
    await publishAt(102n)
    const fired = await Promise.all(Array.from({ length: 6 }, fire))
    expect(fired.flatMap((result) => result.fired)).toHaveLength(1)
    expect(await messages()).toHaveLength(1)
  })

  it('costs no write while nobody waits for one, but for a note once in so many slots', async () => {
    const note = async () => (await world.owner.query('select xmin, xmax from alert.progress')).rows
    const before = await note()
    await publishAt(101n, 102n)
    await fire()
    expect(await note()).toEqual(before)
    expect((await fireDue(world.app, 2)).fired).toEqual([])
    expect(await note()).not.toEqual(before)
  })

  it('does not keep the next frame from being published while alerts fire', async () => {
    await set('above', '1.02')
    await publishAt(102n)
    await withTransaction(world.app, async (transaction) => {
      await transaction.query('select alert.fire_due(40)')
      await world.publish()
    })
    expect(await messages()).toHaveLength(1)
  })
})

describe('setting an alert', () => {
  it('twice is one alert, and prices have the digits of the instrument', async () => {
    await set('above', '1.5')
    expect(await set('above', '1.50')).toMatchObject({ ok: true, value: [{ symbol: 'TEST1', price: '1.50' }] })
    expect(await set('above', '1.505')).toEqual({ ok: false, error: 'invalid' })
    expect(await set('above', '1.5', 'NOSUCH')).toEqual({ ok: false, error: 'unknown-instrument' })
    await world.owner.query(`update market.instrument set hidden = true where symbol = 'TEST2'`)
    expect(await set('above', '1.5', 'TEST2')).toEqual({ ok: false, error: 'unknown-instrument' })
    await world.owner.query('update market.instrument set hidden = false')
  })

  it('is refused beyond the limit, also at the same moment, until one is removed', async () => {
    const answers = await Promise.all(
      Array.from({ length: alertsMax + 3 }, (_, index) => set('above', `2.${index + 10}`)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(alertsMax)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'limit-reached' })
    const [newest] = await service.list(customerId)
    if (newest === undefined) throw new Error('no alert')
    const removed = await service.remove(customerId, BigInt(newest.id))
    expect(removed.ok ? removed.value : []).toHaveLength(alertsMax - 1)
    expect(await set('below', '0.5')).toMatchObject({ ok: true })
  })

  it('belongs to its customer alone', async () => {
    const set1 = await set('above', '1.5')
    const id = set1.ok ? BigInt(set1.value[0]?.id ?? '0') : 0n
    const other = await world.openNextCustomer()
    expect(await service.remove(other, id)).toEqual({ ok: false, error: 'not-found' })
    expect(await waiting()).toEqual(['above 1.50'])
  })
})
