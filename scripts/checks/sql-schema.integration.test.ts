import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSchema, writeSchema } from './sql-schema.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-schema-check-'))
  await write('database/layout.json', JSON.stringify({ schemas: ['shop'], sources: ['sql'] }))
  await write('database/baseline/010-shop.sql', 'create schema shop;\ncreate table shop.item (price int8 not null);\n')
  await write('sql/price.sql', 'create function shop.price() returns int8 language sql return 1;\n')
})

afterAll(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, 'apps/server', path)), { recursive: true })
  await writeFile(join(root, 'apps/server', path), text)
}

test('the check refuses a description of the database that is missing or stale, and no current one', async () => {
  expect(await checkSchema(root)).toEqual([expect.stringContaining('current-schema.sql:1: stale')])
  await writeSchema(root)
  expect(await checkSchema(root)).toEqual([])
  await write('sql/price.sql', 'create function shop.price() returns int8 language sql return 2;\n')
  expect(await checkSchema(root)).toEqual([expect.stringContaining('says "RETURN 1", the catalogue "RETURN 2"')])
})

test('the check says where the sources cannot be applied', async () => {
  await write('sql/price.sql', 'create function shop.price() returns int8 language sql return nothing;\n')
  expect(await checkSchema(root)).toEqual(['sql/price.sql, line 1: column "nothing" does not exist'])
})
