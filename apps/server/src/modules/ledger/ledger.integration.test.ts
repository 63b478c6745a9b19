import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { readBalances } from './ledger-store.ts'
import { openLedgerWorld } from './testing/ledger-world.ts'
import type { LedgerWorld } from './testing/ledger-world.ts'

const coin = 1_000_000n

describe('placing and settling', () => {
  let database: TestDatabase
  let world: LedgerWorld
  let termsId: bigint

  beforeAll(async () => {
    database = await openTestDatabase()
    world = await openLedgerWorld(database)
    termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
  })
  afterAll(async () => {
    await world.close()
    await database.close()
  })

  test('a won contract pays stake and profit and keeps the fee', async () => {
    await world.openCustomer(1n)
    await world.publish()
    const [placed] = await world.place([{ customerId: 1n, requestId: randomUUID(), stakeUnits: 100n * coin, termsId }])
    expect(placed).toMatchObject({ outcome: 'accepted' })
    expect(await readBalances(world.app, [1n])).toMatchObject([
      { asset: 'USD', availableUnits: 9_899_500_000n, heldUnits: 100_500_000n },
      { asset: 'USDT', availableUnits: 10_000n * coin, heldUnits: 0n },
    ])
    const entrySlot = world.slot + 1
    await world.publishThrough(entrySlot + 59)
    expect(await world.settleAll()).toEqual([])
    await world.publish({ 1: { price: 101n } })
    expect(await world.settleAll()).toMatchObject([{ customerId: 1n, result: 'won' }])
    expect(await readBalances(world.app, [1n])).toMatchObject([{ availableUnits: 10_084_500_000n, heldUnits: 0n }, {}])
  })
})
