import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedgerWorld } from '../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { createStatementExports } from '../../apps/server/src/modules/statement/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import type { TestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { checkStatement } from './statement-file.ts'

let database: TestDatabase
let world: LedgerWorld

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openLedgerWorld(database)
  await world.openCustomer(1n)
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 10 })
  await world.publish()
  const order = { customerId: 1n, stakeUnits: 100_000_000n, termsId, durationSlots: 10 }
  await world.place([
    { ...order, requestId: randomUUID() },
    { ...order, requestId: randomUUID(), direction: 'down' },
  ])
  await world.publishThrough(world.slot + 10)
  await world.publish({ 1: { price: 101n } })
  await world.settleAll()
})
afterAll(async () => {
  await world.close()
  await database.close()
})

async function exported(kinds: readonly ['contract-won'] | null) {
  const exports = createStatementExports({ pool: world.app, clock: systemClock, logger: pino({ level: 'silent' }) })
  const begun = await exports.begin({ customerId: 1n, asset: null, kinds, fromMs: null, toMs: null })
  if (!begun.ok) throw new Error('no export began')
  return checkStatement(createInterface({ input: begun.value.body, crlfDelay: Infinity }))
}

test('what the server exports is sound, and ends with the balances', async () => {
  const { accounts, ...rest } = await exported(null)
  expect(rest).toEqual({ lineCount: 6, unlinkedCount: 0, isComplete: true })
  expect(accounts.map(({ asset, availableUnits, heldUnits }) => [asset, availableUnits, heldUnits])).toEqual([
    ['USD', 9_984_000_000n, 0n],
    ['USDT', 10_000_000_000n, 0n],
  ])
})

test('a filtered export says that its lines stand alone', async () => {
  expect(await exported(['contract-won'])).toMatchObject({ lineCount: 1, unlinkedCount: 1, isComplete: false })
})
