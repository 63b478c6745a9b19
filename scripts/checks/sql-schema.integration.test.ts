import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

test('the check refuses a description or row types of the database that are missing or stale, and no current ones', async () => {
  expect(await checkSchema(root)).toEqual([
    expect.stringContaining('current-schema.sql:1: stale'),
    expect.stringContaining('rows/shop.ts:1: stale'),
  ])
  await writeSchema(root)
  expect(await checkSchema(root)).toEqual([])
  await write('sql/price.sql', 'create function shop.price() returns int8 language sql return 2;\n')
  const rows = await readFile(join(root, 'apps/server/database/rows/shop.ts'), 'utf8')
  await write('database/rows/shop.ts', rows.replace('price', 'cost'))
  await write('database/rows/other.ts', 'export {}\n')
  expect(await checkSchema(root)).toEqual([
    expect.stringContaining('says "RETURN 1", the catalogue "RETURN 2"'),
    expect.stringContaining('says "  readonly cost: bigint", the catalogue "  readonly price: bigint"'),
    expect.stringContaining('rows/other.ts:1: stale: it says "export {}", the catalogue ""'),
  ])
})

test('a row type has each column as the pool parses it', async () => {
  const files = {
    'database/baseline/020-parcel.sql': `create type shop.size as enum ('small', 'large');
      create table shop.parcel (size shop.size not null, sizes shop.size[] not null, weights int8[] not null, note text,
        way text not null constraint way check (way in ('air', 'sea')));\n`,
    'sql/heavy.sql': 'create view shop.heavy as select way, size from shop.parcel;\n',
    'sql/sums.sql':
      'create function shop.sums(out total int8, out label bytea) language sql return (1::int8, null::bytea);\n',
  }
  await Promise.all(Object.entries(files).map(([path, text]) => write(path, text)))
  await writeSchema(root)
  expect(await readdir(join(root, 'apps/server/database/rows'))).toEqual(['shop.ts'])
  const text = await readFile(join(root, 'apps/server/database/rows/shop.ts'), 'utf8')
  await Promise.all(Object.keys(files).map((path) => rm(join(root, 'apps/server', path))))
  expect(text).toContain(`export type Size = 'small' | 'large'\n`)
  const bodyOf = (name: string) =>
    text.split(`export interface ${name} {\n`)[1]?.split('\n}')[0]?.replaceAll('  readonly ', '')
  expect(bodyOf('ParcelRow')?.split('\n')).toEqual([
    'size: Size',
    'sizes: string',
    'weights: readonly (bigint | null)[]',
    'note: string | null',
    `way: 'air' | 'sea'`,
  ])
  expect(bodyOf('HeavyRow')?.split('\n')).toEqual(['way: string | null', 'size: Size | null'])
  expect(bodyOf('SumsResult')?.split('\n')).toEqual(['total: bigint | null', 'label: Buffer | null'])
})

test('the row type of a proposal extends the columns of every proposal, and that of a table with other ones does not', async () => {
  const columns = 'note text not null, proposed_by int8 not null, proposed_ms int8 not null, decided_by int8'
  await write(
    'database/baseline/030-proposal.sql',
    `create table shop.offer_proposal (price int8 not null, ${columns}, decided_ms int8);
      create table shop.offer (${columns}, decided_ms int8 not null);\n`,
  )
  await writeSchema(root)
  await rm(join(root, 'apps/server/database/baseline/030-proposal.sql'))
  const read = (name: string) => readFile(join(root, 'apps/server/database/rows', name), 'utf8')
  const text = await read('shop.ts')
  expect(text).toContain(`import type { ProposalColumns } from './proposal.ts'\n`)
  expect(text).toContain('export interface OfferProposalRow extends ProposalColumns {\n  readonly price: bigint\n}\n')
  expect(text).toContain('export interface OfferRow {\n  readonly note: string\n')
  const shared = ['note: string', 'proposed_by: bigint', 'proposed_ms: bigint']
  const decided = ['decided_by: bigint | null', 'decided_ms: bigint | null']
  const lines = [...shared, ...decided].map((column) => `  readonly ${column}\n`)
  expect(await read('proposal.ts')).toContain(`export interface ProposalColumns {\n${lines.join('')}}\n`)
})

test('the check says where the sources cannot be applied', async () => {
  await write('sql/price.sql', 'create function shop.price() returns int8 language sql return nothing;\n')
  expect(await checkSchema(root)).toEqual(['sql/price.sql, line 1: column "nothing" does not exist'])
})
