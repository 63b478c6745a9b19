import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, Pool } from 'pg'
import { createClient } from './connection.ts'
import { EmbeddedPostgresError, freePort, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPool, withTransaction } from './pool.ts'
import { openDurableDatabase } from './test-database.ts'
import type { DurableDatabase } from './test-database.ts'

let folder: string
let database: DurableDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-embedded-'))
  await chmod(folder, 0o755)
  database = await openDurableDatabase()
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const startIn = (name: string) =>
  startEmbeddedPostgres({ dataDir: join(folder, name), password: 'secret', durable: false })

test('keeps every acknowledged commit when PostgreSQL is killed', async () => {
  const pool = createPool(database.ownerUrl, 'test')
  await pool.query('create table kept (id int8)')
  await withTransaction(pool, (client) => client.query('insert into kept select generate_series(1, 100)'))
  const pidBefore = database.postgres.pid
  await database.postgres.kill()
  await database.postgres.restart()
  const { rows } = await pool.query('select count(*) from kept')
  expect(rows).toEqual([{ count: 100n }])
  expect(database.postgres.pid).not.toBe(pidBefore)
  await pool.end()
})

/** A statement that computes for longer than a test takes. */
const endless =
  "do $$ begin while clock_timestamp() < statement_timestamp() + interval '5 minutes' loop end loop; end $$"

/** Starts it, and returns its client once it runs. */
async function runEndless(pool: Pool): Promise<Client> {
  const client = createClient(database.ownerUrl, { application_name: 'endless' })
  client.on('error', () => undefined)
  await client.connect()
  client.query(endless).catch(() => undefined)
  await expect.poll(() => endlessOnes(pool)).toBe(1n)
  return client
}

async function endlessOnes(pool: Pool): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ count: bigint }>(
    "select count(*) from pg_stat_activity where application_name = 'endless' and state = 'active'",
  )
  return rows[0]?.count
}

test.runIf(process.platform === 'linux')(
  'starts again although a process of the killed one still computes',
  async () => {
    const pool = createPool(database.ownerUrl, 'test')
    await runEndless(pool)
    await database.postgres.kill()
    await database.postgres.restart()
    expect(await endlessOnes(pool)).toBe(0n)
    await pool.end()
  },
)

test.skipIf(process.platform === 'win32')('ends a statement soon after its client has gone', async () => {
  const pool = createPool(database.ownerUrl, 'test')
  const client = await runEndless(pool)
  // It breaks its connection where a statement runs.
  void client.end()
  await expect.poll(() => endlessOnes(pool)).toBe(0n)
  await pool.end()
})

test.runIf(process.platform === 'linux')('flushes the whole disk at once before it recovers', async () => {
  const pool = createPool(database.ownerUrl, 'test')
  const { rows } = await pool.query('show recovery_init_sync_method')
  expect(rows).toEqual([{ recovery_init_sync_method: 'syncfs' }])
  await pool.end()
})

test('opens an existing cluster with its data after a clean stop', async () => {
  const first = await startIn('reopened')
  const before = createPool(first.url, 'test')
  await before.query('create table kept as select 7::int8 as value')
  await before.end()
  await first.stop()
  const second = await startIn('reopened')
  const after = createPool(second.url, 'test')
  expect((await after.query('select value from kept')).rows).toEqual([{ value: 7n }])
  await after.end()
  await second.stop()
})

test('refuses a wrong password', async () => {
  const pool = createPool(database.ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'test')
  await expect(pool.query('select 1')).rejects.toThrow('password authentication failed')
  await pool.end()
})

test('refuses a folder with foreign files in one sentence, and leaves them alone', async () => {
  await mkdir(join(folder, 'foreign'))
  await writeFile(join(folder, 'foreign', 'thesis.txt'), 'irreplaceable')
  await expect(startIn('foreign')).rejects.toThrow(/foreign holds files that are not a PostgreSQL database/)
})

test('refuses the cluster of another PostgreSQL version in one sentence', async () => {
  await mkdir(join(folder, 'old'))
  await writeFile(join(folder, 'old', 'PG_VERSION'), '9.6\n')
  await expect(startIn('old')).rejects.toThrow(/belongs to PostgreSQL 9.6, and this is PostgreSQL 18/)
})

test('refuses a second PostgreSQL on the same folder', async () => {
  const first = await startIn('shared')
  const refusal = await startIn('shared').catch((error: unknown) => error)
  await first.stop()
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError)
  expect(String(refusal)).toContain(`(PostgreSQL process ${first.pid})`)
})

test('returns no port that is reserved', async () => {
  const first = await freePort()
  const block = Array.from({ length: 100 }, (_, index) => first - (first % 100) + index)
  const [free, ...reserved] = [...block.slice((first % 100) + 1), ...block.slice(0, first % 100)].toReversed()
  expect(await freePort(reserved)).toBe(free)
})

test('returns ports that no system hands out by itself, and none that is taken', async () => {
  const taken = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  // A process has a hundred ports: they come again after that.
  const others: number[] = []
  while (others.length < 100) others.push(await freePort())
  taken.close()
  expect(others).not.toContain(port)
  expect(others.filter((one) => one < 20_000 || one >= 32_768)).toEqual([])
  expect(new Set(others.slice(0, 90)).size).toBe(90)
})
