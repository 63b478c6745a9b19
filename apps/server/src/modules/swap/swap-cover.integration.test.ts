import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import { openSwapWorld } from './testing/swap-world.ts'
import type { SwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n
/** The balance of each of the house's four accounts of an asset: less than a customer's. */
const houseUnits = 5_000n * coin

let world: SwapWorld
let customers: bigint[]

beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openSwapWorld(database, { houseUnits, appConnections: 16 }))
  customers = []
  for (let count = 0; count < 8; count += 1) customers.push(await world.addCustomer())
})
afterEach(() => world.requireSoundBooks())

/** By swap, whether the customer's own stripe paid. */
async function paidByOwn(): Promise<boolean[]> {
  const { rows } = await world.ledger.owner.query<{ own: boolean }>(
    'select to_stripe = ledger.stripe_of(customer_id, (3 - from_asset)::smallint) as own from swap.swap order by swap_id',
  )
  return rows.map(({ own }) => own)
}

test('another account of the house pays where the one of the customer has too little', async () => {
  const [customerId = 0n] = customers
  await world.swap(customerId, 'USDT', '4000')
  await world.swap(customerId, 'USDT', '4000')
  expect(await paidByOwn()).toEqual([true, false])
})

test('another pays as well where the one of the customer runs dry while the swap waits for it', async () => {
  // Of the same stripe.
  const waiting = [customers[0] ?? 0n, customers[4] ?? 0n]
  const forms = await Promise.all(waiting.map((customerId) => world.form(customerId, 'USDT', '4000')))
  const { owner } = world.ledger
  const holder = await owner.connect()
  await holder.query('begin; select from ledger.stripe for update')
  const done = waiting.map((customerId, index) =>
    world.service.execute(customerId, forms[index] ?? { requestId: '', quoteId: '' }),
  )
  await expect.poll(async () => (await owner.query('select from pg_locks where not granted')).rowCount).toBe(2)
  await holder.query('commit')
  holder.release()
  expect((await Promise.all(done)).map(({ ok }) => ok)).toEqual([true, true])
  expect(new Set(await paidByOwn())).toEqual(new Set([true, false]))
})

test('both directions of everybody at once neither lock each other out nor lose a unit', async () => {
  const swaps = customers.flatMap((customerId) => (['USD', 'USDT'] as const).map((from) => ({ customerId, from })))
  for (let round = 0; round < 5; round += 1)
    await Promise.all(swaps.map(({ customerId, from }) => world.swap(customerId, from, '100')))
  for (const asset of ['USD', 'USDT'] as const) {
    const [available, fx, fees] = await Promise.all(
      ['available', 'fx', 'fees'].map((kind) => world.ledger.total(kind, asset)),
    )
    expect((available ?? 0n) + (fx ?? 0n) + (fees ?? 0n)).toBe(8n * 10_000n * coin + 4n * houseUnits)
  }
})
