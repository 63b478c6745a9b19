import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from './pool.ts'
import { openTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(async () => {
  await database.close()
})

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
