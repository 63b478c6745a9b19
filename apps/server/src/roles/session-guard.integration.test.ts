import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openLedgerWorld } from '../modules/ledger/testing/ledger-world.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { startSessionGuard } from './session-guard.ts'
import { closeAfterTests, testDatabase } from '../platform/postgres/test-database.ts'

const database = await testDatabase()
const world = closeAfterTests(await openLedgerWorld(database))

/** Places an order in a transaction that stays open, without the time-outs that its role begins with. */
async function placeAndHold(): Promise<pg.PoolClient> {
  const { customerId, requestId, instrumentId, durationSlots, termsId, stake, seenSlot } = world.request({
    customerId: 1n,
    requestId: randomUUID(),
    stakeUnits: 100_000_000n,
    termsId: await world.offer({ instrumentId: 1, durationSlots: 60 }),
  })
  const client = await world.app.connect()
  client.on('error', () => undefined)
  await client.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; begin')
  await client.query(
    `select from contract.place_orders(1::smallint, array[$1::bigint], array[$2::uuid], array[$3::integer],
       array[$4::integer], array[$5::bigint], array['up'::contract.direction], array[$6::bigint], array[$7::bigint],
       true)`,
    [customerId, requestId, instrumentId, durationSlots, termsId, stake.units, seenSlot],
  )
  return client
}

test('a transaction of the application that keeps a frame waiting is ended, whatever its time-outs', async () => {
  await world.openCustomer(1n)
  await world.publish()
  const holder = await placeAndHold()
  const market = createPool(database.marketUrl, 'test-market', { maxConnections: 1 })
  const ended: number[] = []
  const guard = startSessionGuard({ ownerUrl: database.ownerUrl, onEnded: (pids) => ended.push(...pids) })
  try {
    const publish = () =>
      market.query('select market.publish_frame($1, $2, $3, $4, $3, $4, null, $4, $5, 0)', [
        world.slot,
        [100n, 100n],
        [0, 0],
        [1, 1],
        Buffer.alloc(32),
      ])
    // On a busy machine its own time-out may come before the guard; the market goes on trying, too.
    await publish().catch(publish)
    await expect.poll(() => ended).toHaveLength(1)
    await expect(holder.query('commit')).rejects.toThrow('not queryable')
  } finally {
    holder.release(true)
    await guard.stop()
    await market.end()
  }
})

test('a transaction that keeps nobody waiting goes on', async () => {
  const holder = await placeAndHold()
  const ended: number[] = []
  const guard = startSessionGuard({ ownerUrl: database.ownerUrl, onEnded: (pids) => ended.push(...pids) })
  await sleep(1_600)
  await guard.stop()
  await holder.query('rollback')
  holder.release(true)
  expect(ended).toEqual([])
})
