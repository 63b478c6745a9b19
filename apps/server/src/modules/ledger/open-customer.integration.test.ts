import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { readBalances } from '../statement/balance-store.ts'
import { openCustomer } from './ledger-store.ts'
import { openLedgerWorld } from './testing/ledger-world.ts'
import { storeCustomers } from './testing/stored-customers.ts'

const coin = 1_000_000n

let customerId: bigint

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
beforeEach(async () => {
  customerId = await world.openNextCustomer()
  await world.publish()
})

describe('opening a customer', () => {
  test('grants the opening balance of both assets once, however often it is repeated', async () => {
    await Promise.all(Array.from({ length: 10 }, () => openCustomer(world.app, customerId)))
    expect(await readBalances(world.app, [customerId])).toMatchObject([
      { asset: 'USD', available: { units: 10_000n * coin } },
      { asset: 'USDT', available: { units: 10_000n * coin } },
    ])
  })

  test('many customers at once do not wait for each other in a circle', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => 5_000n + BigInt(index))
    await storeCustomers(world.owner, ids)
    await Promise.all(ids.map((id) => openCustomer(world.app, id)))
    expect(await readBalances(world.app, ids)).toHaveLength(80)
  })

  test('refuses an id that no customer has, and grants it nothing', async () => {
    await expect(openCustomer(world.app, 987_654n)).rejects.toThrow('there is no customer 987654')
    expect(await readBalances(world.app, [987_654n])).toEqual([])
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})
