import { newerAssets } from '@candor/api'
import type { AssetsView } from '@candor/api'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import type { Database } from '../../platform/transaction.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { BalancePublisher } from './balance-publisher.ts'

const customerId = 1n
const logger = pino({ level: 'silent' })

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
await world.openCustomer(customerId)
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
await world.publish()

/** A bus whose `account` events are kept, in the order of their publication. */
function openBus() {
  const published: AssetsView[] = []
  const bus = createBus((_topic, error) => {
    throw error
  })
  bus.subscribe('account', ({ event }) => {
    if (event.type === 'balances') published.push(event)
  })
  return { bus, published }
}

/** The database, with responses that arrive only after `release`. `reading` resolves once balances were read. */
function heldDatabase(): { pool: Database; reading: Promise<void>; release: () => void } {
  const released = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const pool = new Proxy(world.app, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'query' || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const response: unknown = await Reflect.apply(value, target, args)
        const [query] = args
        if (typeof query === 'object' && query !== null && 'name' in query && query.name === 'ledger-read-balances')
          read.resolve()
        await released.promise
        return response
      }
    },
  })
  return { pool, reading: read.promise, release: released.resolve }
}

const placeOrder = (stakeUnits: bigint) =>
  world.place([{ customerId, requestId: crypto.randomUUID(), stakeUnits, termsId }])
const available = (assets: AssetsView | undefined) => assets?.items.find(({ asset }) => asset === 'USD')?.available

test('of two racing publishers, the event that arrives last may be older, and its version says so', async () => {
  const { bus, published } = openBus()
  const held = heldDatabase()
  const slow = new BalancePublisher({ pool: held.pool, bus, logger })
  const fast = new BalancePublisher({ pool: world.app, bus, logger })
  slow.publish([customerId])
  await held.reading
  await placeOrder(100_000_000n)
  fast.publish([customerId])
  await fast.idle()
  held.release()
  await slow.idle()
  const [first, second] = published
  expect([available(first), available(second)]).toEqual(['9899.5', '10000'])
  // What a subscriber keeps, in whichever order the events arrive.
  expect(available(published.reduce(newerAssets))).toBe('9899.5')
  expect(available(published.toReversed().reduce(newerAssets))).toBe('9899.5')
})

test('calls during a read coalesce into one further read, which publishes the newest balances last', async () => {
  const { bus, published } = openBus()
  const held = heldDatabase()
  const balances = new BalancePublisher({ pool: held.pool, bus, logger })
  balances.publish([customerId])
  await held.reading
  await placeOrder(10_000_000n)
  for (let call = 0; call < 5; call += 1) balances.publish([customerId])
  held.release()
  await balances.idle()
  expect(published).toHaveLength(2)
  const [before, after] = published
  expect((after?.version ?? 0) > (before?.version ?? 0)).toBe(true)
  expect(available(published.reduce(newerAssets))).toBe(available(after))
})

test('an event has the totals in USD that the wallet shows', async () => {
  const { bus, published } = openBus()
  const balances = new BalancePublisher({ pool: world.app, bus, logger })
  balances.publish([customerId, 99n])
  await balances.idle()
  expect(published).toHaveLength(1)
  expect(published[0]).toHaveProperty('totalUsd')
  expect(published[0]).toHaveProperty('availableUsd')
})
