import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate, MigrationError } from './migrate.ts'
import { createPool, withTransaction } from './pool.ts'
import { openTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  pool = createPool(database.ownerUrl, 'test')
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-migrations-'))
  await pool.query('truncate migration.applied')
  await pool.query('drop table if exists first, second')
})

afterAll(async () => {
  await pool.end()
  await database.close()
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.ownerUrl, folder)

test('runs files in name order, each once', async () => {
  await write('0002_second.sql', 'create table second as select * from first')
  await write('0001_first.sql', 'create table first as select 1::int8 as value')
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
})

test('keeps the files before a broken one, nothing of the broken one, and says its line', async () => {
  await write('0001_first.sql', 'create table first (value int8)')
  await write('0002_second.sql', 'create table second (value int8);\nselect nonsense')
  await expect(run()).rejects.toThrow('Migration 0002_second.sql failed: column "nonsense" does not exist (line 2)')
  expect(
    (await pool.query("select to_regclass('first') is not null as first, to_regclass('second') is not null as second"))
      .rows,
  ).toEqual([{ first: true, second: false }])
})

test('refuses a database whose migration was changed, or is unknown here', async () => {
  await write('0001_first.sql', 'create table first (value int8)')
  await run()
  await write('0001_first.sql', 'create table first (value int4)')
  await expect(run()).rejects.toThrow('Migration 0001_first.sql was changed after this database ran it')
  await rm(join(folder, '0001_first.sql'))
  await expect(run()).rejects.toThrow(MigrationError)
})

test('lets two starts at once migrate one after the other', async () => {
  await write('0001_first.sql', 'create table first as select pg_sleep(0.2)::text as value')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat()).toEqual(['0001_first.sql'])
})

test('reads int8 exactly as bigint, its arrays too, and refuses numeric', async () => {
  const { rows } = await pool.query("select 9007199254740993 as big, '{1,NULL,-9007199254740993}'::int8[] as many")
  expect(rows).toEqual([{ big: 9007199254740993n, many: [1n, null, -9007199254740993n] }])
  await expect(pool.query('select 1.5::numeric')).rejects.toThrow('a numeric column reached the server')
})

test('rolls a transaction back when its work throws, and the pool stays usable', async () => {
  await pool.query('create table first (value int8)')
  const work = withTransaction(pool, async (client) => {
    await client.query('insert into first values (1)')
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect((await pool.query('select * from first')).rows).toEqual([])
})

test('the roles of the server cannot create tables', async () => {
  for (const url of [database.appUrl, database.marketUrl]) {
    const attacker = createPool(url, 'test')
    await expect(attacker.query('create table public.loot (value int8)')).rejects.toThrow('permission denied')
    await expect(attacker.query('drop table ledger.account')).rejects.toThrow(/must be owner|permission denied/)
    await attacker.end()
  }
})
