import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPool, withTransaction } from './pool.ts'
import { testDatabase } from './test-database.ts'

const database = await testDatabase()

test('a connection that breaks in the hands of its user fails his queries, and never the process', async () => {
  const owner = createPool(database.ownerUrl, 'test-owner', { maxConnections: 1 })
  const pool = createPool(database.appUrl, 'test-broken', { maxConnections: 1 })
  const client = await pool.connect()
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor-test-broken'",
  )
  // The connection ends while no query is pending: an event without a listener would throw.
  await sleep(200)
  await expect(client.query('select 1')).rejects.toThrow(/terminated|not queryable|closed/)
  client.release(true)
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all([owner.end(), pool.end()])
})

test('reads int8 exactly as bigint, its arrays too, and refuses numeric', async () => {
  const pool = createPool(database.ownerUrl, 'test')
  const { rows } = await pool.query("select 9007199254740993 as big, '{1,NULL,-9007199254740993}'::int8[] as many")
  expect(rows).toEqual([{ big: 9007199254740993n, many: [1n, null, -9007199254740993n] }])
  await expect(pool.query('select 1.5::numeric')).rejects.toThrow('a numeric column reached the server')
  await pool.end()
})

test('rolls a transaction back when its work throws, and the pool stays usable', async () => {
  const pool = createPool(database.ownerUrl, 'test')
  await pool.query('create table first (value int8)')
  const work = withTransaction(pool, async (client) => {
    await client.query('insert into first values (1)')
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect((await pool.query('select * from first')).rows).toEqual([])
  await pool.end()
})

test('the roles of the server cannot create tables', async () => {
  for (const url of [database.appUrl, database.marketUrl]) {
    const attacker = createPool(url, 'test')
    await expect(attacker.query('create table public.loot (value int8)')).rejects.toThrow('permission denied')
    await expect(attacker.query('drop table ledger.account')).rejects.toThrow(/must be owner|permission denied/)
    await attacker.end()
  }
})
