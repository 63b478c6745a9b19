import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from './testing/ledger-world.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
test('halting all stripes takes them in their order', async () => {
  // The rows are stored in the opposite order.
  await world.owner.query('create index stripe_backwards on ledger.stripe (stripe desc)')
  await world.owner.query('cluster ledger.stripe using stripe_backwards')
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select from ledger.stripe where stripe = 4 for no key update')
  const halting = world.app.query(`select ledger.halt(null, 'drill')`)
  await expect.poll(async () => (await world.waitingPids()).length).toBe(1)
  const { rows } = await world.owner.query(
    'select stripe from ledger.stripe order by stripe for no key update skip locked',
  )
  await holder.query('commit')
  holder.release()
  await halting
  await world.owner.query('select ledger.resume()')
  expect(rows).toEqual([{ stripe: 5 }, { stripe: 6 }, { stripe: 7 }, { stripe: 8 }])
})

test('a statement and a forgotten transaction of the application end by themselves', async () => {
  const { rows } = await world.app.query(
    `select name, setting::integer from pg_settings where name
      in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: 15_000 },
    { name: 'statement_timeout', setting: 15_000 },
  ])
})
