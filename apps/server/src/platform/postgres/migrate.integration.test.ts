import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { migrate, MigrationError } from './migrate.ts'
import { createPool } from './pool.ts'
import { openEmptyDatabase } from './test-template.ts'
import type { EmptyDatabase } from './test-template.ts'

let database: EmptyDatabase
let pool: ReturnType<typeof createPool>
let root: string
const opened: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await openEmptyDatabase(inject('postgresUrl'))
  pool = createPool(database.ownerUrl, 'test')
  root = await mkdtemp(join(tmpdir(), 'candor-migrations-'))
  const { close } = database
  const mine = pool
  opened.push(async () => {
    await mine.end()
    await close()
  })
  await write('database/layout.json', JSON.stringify({ schemas: ['shop'], sources: ['sql/low', 'sql/high'] }))
  await write('database/baseline/010-shop.sql', 'create schema shop;\ncreate table shop.item (price int8 not null);\n')
})

afterAll(async () => {
  for (const close of opened) await close()
})

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const routine = (name: string, body: string, returns = 'bigint') =>
  `create function shop.${name}() returns ${returns}\nlanguage sql\nset search_path = pg_catalog\nas $$ ${body} $$;\n`
const run = () => migrate(database.ownerUrl, root)
const value = async (sql: string) => {
  const { rows } = await pool.query<{ value: unknown }>(`select (${sql}) as value`)
  return rows[0]?.value
}
const grants = () =>
  value(`select coalesce(string_agg(privilege_type || ' on ' || table_name, ', ' order by 1), 'none')
    from information_schema.role_table_grants where table_schema = 'shop' and grantee = 'candor_app'`)

test('runs the baseline and then the deltas in name order, each once', async () => {
  await write('database/deltas/0002_second.sql', 'create table shop.second as select * from shop.first')
  await write('database/deltas/0001_first.sql', 'create table shop.first as select 1::int8 as value')
  expect(await run()).toEqual(['baseline/010-shop.sql', 'deltas/0001_first.sql', 'deltas/0002_second.sql'])
  expect(await run()).toEqual([])
})

test('keeps the files before a broken one, nothing of the broken one, and names its line', async () => {
  await write('database/deltas/0001_first.sql', 'create table shop.first (value int8)')
  await write('database/deltas/0002_second.sql', 'create table shop.second (value int8);\nselect nonsense')
  await expect(run()).rejects.toThrow('database/deltas/0002_second.sql, line 2: column "nonsense" does not exist')
  expect(await value("to_regclass('shop.first') is not null")).toBe(true)
  expect(await value("to_regclass('shop.second') is null")).toBe(true)
})

test('refuses a database whose delta was changed, or is unknown here', async () => {
  await write('database/deltas/0001_first.sql', 'create table shop.first (value int8)')
  await run()
  await write('database/deltas/0001_first.sql', 'create table shop.first (value int4)')
  await expect(run()).rejects.toThrow('Migration deltas/0001_first.sql was changed after this database ran it')
  await rm(join(root, 'database/deltas/0001_first.sql'))
  await expect(run()).rejects.toThrow(MigrationError)
})

test('makes an index while others write, and again after an attempt that was interrupted', async () => {
  await run()
  await pool.query('insert into shop.item values (1), (1)')
  await write(
    'database/deltas/0001_price.online.sql',
    'create unique index concurrently item_price on shop.item (price);\n',
  )
  await expect(run()).rejects.toThrow('0001_price.online.sql, line 1: could not create unique index')
  expect(await value("select not indisvalid from pg_index where indexrelid = 'shop.item_price'::regclass")).toBe(true)
  await pool.query('delete from shop.item')
  const writer = await pool.connect()
  await writer.query('begin; insert into shop.item values (2)')
  const ran = Promise.all([run(), run()])
  await pool.query('insert into shop.item values (3)')
  await writer.query('commit')
  writer.release()
  expect((await ran).flat()).toEqual(['deltas/0001_price.online.sql'])
  expect(await value("select indisvalid from pg_index where indexrelid = 'shop.item_price'::regclass")).toBe(true)
})

test('refuses an online delta that is no index', async () => {
  await write('database/deltas/0001_price.online.sql', 'alter table shop.item add column weight int8')
  await expect(run()).rejects.toThrow('one “create index concurrently NAME on SCHEMA.TABLE” belongs here')
})

test('lets several starts at once migrate one after the other', async () => {
  await write('database/deltas/0001_slow.sql', 'create table shop.slow as select pg_sleep(0.2)::text as value')
  await write('sql/low/price.sql', routine('price', 'select 1::int8'))
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat()).toEqual(['baseline/010-shop.sql', 'deltas/0001_slow.sql'])
  expect(await value('shop.price()')).toBe(1n)
})

test('creates a new routine after those that it calls, whatever the order of the files', async () => {
  await write('sql/low/a.sql', `${routine('a', 'select shop.b()')}create view shop.list as select shop.b() as price;\n`)
  await write('sql/low/b.sql', 'create function shop.b() returns bigint language sql return shop.c() + 1;\n')
  await write('sql/high/c.sql', 'create function shop.c() returns bigint language sql return 1;\n')
  await run()
  expect(await value('shop.a()')).toBe(2n)
  expect(await value('select price from shop.list')).toBe(2n)
})

test('replaces a routine whose body changed, and leaves the others alone', async () => {
  await write('sql/low/price.sql', routine('price', 'select 1::int8') + routine('other', 'select 5::int8'))
  await run()
  const other = await value("select xmin::text from pg_proc where oid = 'shop.other'::regproc")
  await write('sql/low/price.sql', routine('price', 'select 2::int8') + routine('other', 'select 5::int8'))
  expect(await run()).toEqual([])
  expect(await value('shop.price()')).toBe(2n)
  expect(await value("select proconfig::text from pg_proc where oid = 'shop.price'::regproc")).toBe(
    '{search_path=pg_catalog}',
  )
  expect(await value("select xmin::text from pg_proc where oid = 'shop.other'::regproc")).toBe(other)
})

test('recreates a routine whose return type changed, with the views and triggers that use it', async () => {
  const guard = (returns: string) =>
    `create function shop.guard() returns trigger language plpgsql as $$ begin return ${returns}; end $$;\n` +
    'create trigger item_is_guarded before insert on shop.item for each row execute function shop.guard();\n'
  await write('sql/low/price.sql', routine('price', 'select 1::int8'))
  await write('sql/high/list.sql', `create view shop.list as select shop.price() as price;\n${guard('new')}`)
  await run()
  await write('sql/low/price.sql', routine('price', "select 'two'::text", 'text'))
  await write('sql/high/list.sql', `create view shop.list as select shop.price() as price;\n${guard('null')}`)
  await run()
  expect(await value('select price from shop.list')).toBe('two')
  await pool.query('insert into shop.item values (1)')
  expect(await value('select count(*) from shop.item')).toBe(0n)
})

test('refuses to drop a routine that a constraint needs, and changes nothing', async () => {
  await write('sql/low/price.sql', routine('is_price', 'select true', 'boolean'))
  await write(
    'database/baseline/020-check.after.sql',
    'alter table shop.item add constraint priced check (shop.is_price())',
  )
  await run()
  await rm(join(root, 'sql/low/price.sql'))
  await expect(run()).rejects.toThrow('constraint priced on table shop.item needs')
  expect(await value('shop.is_price()')).toBe(true)
})

test('drops the routines, views and triggers that no file defines any more', async () => {
  await write('sql/low/price.sql', routine('price', 'select 1::int8'))
  await write('sql/high/list.sql', 'create view shop.list as select shop.price() as price;\n')
  await run()
  await rm(join(root, 'sql/low/price.sql'))
  await rm(join(root, 'sql/high/list.sql'))
  await run()
  expect(await value("to_regclass('shop.list') is null and to_regprocedure('shop.price()') is null")).toBe(true)
})

test('takes back a grant that no file names any more, and what a new routine gives to everybody', async () => {
  await write('sql/low/price.sql', routine('price', 'select 1::int8'))
  await write(
    'sql/low/grants.sql',
    'grant usage on schema shop to candor_app;\ngrant select, insert on shop.item to candor_app;\n',
  )
  await run()
  expect(await grants()).toBe('INSERT on item, SELECT on item')
  expect(await value("has_function_privilege('candor_app', 'shop.price()', 'execute')")).toBe(false)
  await write(
    'sql/low/grants.sql',
    'grant usage on schema shop to candor_app;\ngrant select on shop.item to candor_app;\n',
  )
  await run()
  expect(await grants()).toBe('SELECT on item')
})

test('rolls every source back where one fails, and names the file and the line', async () => {
  await write('sql/low/price.sql', routine('price', 'select 1::int8'))
  await run()
  await write('sql/low/price.sql', routine('price', 'select 2::int8'))
  const body = 'create function shop.late() returns bigint\nlanguage plpgsql as $$\nbegin\n  retrun 1;\nend\n$$;\n'
  await write('sql/high/late.sql', `-- Fails.\n${body}`)
  await expect(run()).rejects.toThrow('sql/high/late.sql, line 5: syntax error at or near "retrun"')
  expect(await value('shop.price()')).toBe(1n)
  await write('sql/high/late.sql', routine('late', 'select nowhere from shop.item'))
  await expect(run()).rejects.toThrow('sql/high/late.sql, line 4: column "nowhere" does not exist')
  expect(await value('shop.price()')).toBe(1n)
})

test.each([
  ['a table among the sources', 'sql/low/a.sql', 'create table shop.b (c int8);\n', 'only create function'],
  ['a revocation among the grants', 'sql/low/grants.sql', 'revoke all on shop.item from public;\n', 'only grants'],
  ['a routine of an unknown schema', 'sql/low/a.sql', 'create view cellar.b as select 1 as c;\n', 'does not list'],
  [
    'a second definition',
    'sql/low/a.sql',
    routine('a', 'select 1::int8').repeat(2),
    'is defined in sql/low/a.sql, line 1',
  ],
])('refuses %s before it touches the database', async (_, path, text, complaint) => {
  await write(path, text)
  await expect(run()).rejects.toThrow(complaint)
  expect(await value("to_regnamespace('migration') is null")).toBe(true)
})
