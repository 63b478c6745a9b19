import { expect, test } from 'vitest'
import layout from '../../apps/server/database/layout.json' with { type: 'json' }
import { landedDeltas } from './online-deltas.ts'
import { checkSql, kernelExceptions, longRoutines } from './sql-rules.ts'

const { schemas } = layout
const head = 'create function floor.sell() returns void\nlanguage sql '
const pinned = 'set search_path = pg_catalog, pg_temp '

/** The rules that a routine of the trading floor breaks. */
function broken(text: string, { comment = '-- Sells. Internal.', grant = '' } = {}): string[] {
  const path = 'src/modules/floor/sql/sell.sql'
  const source = { kind: 'routine', key: 'floor.sell()', schema: 'floor', path, line: 2, text, digest: '' } as const
  const grants = [{ path: 'src/modules/floor/sql/grants.sql', text: grant }]
  const files = new Map([[path, `${comment}\n${text}`]])
  return checkSql({ schemas, steps: [], sources: [source], grants, files }).map(({ rule }) => rule)
}

test('accepts a short internal routine that uses the kernel through its views and functions', () => {
  expect(broken(`${head}as $$ select posted from ledger.balance $$`)).toEqual([])
})

test.each([
  ['routines-have-70-lines', `${head}as $$\n${'select 1;\n'.repeat(70)}$$`],
  ['heads-of-routines-are-one-line', `${head}\nset search_path = pg_catalog, pg_temp\nas $$ select 1 $$`],
  ['definers-pin-their-path', `${head}security definer as $$ select 1 $$`],
  ['only-the-kernel-touches-its-tables', `${head}as $$ select posted from ledger.account $$`],
  ['only-the-kernel-touches-its-tables', `${head}as $$ insert into ledger.entry select 1 $$`],
  ['approval-by-two-is-one-routine', `${head}as $$ begin raise exception 'no' using errcode = 'CO003'; end $$`],
  ['schemas-refer-downwards', `${head}as $$ select support.next_open_ms(1) $$`],
  ['lines-at-most-120-columns', `${head}as $$ select ${'1 + '.repeat(30)}1 $$`],
])('finds %s', (rule, text) => {
  expect(broken(text)).toEqual([rule])
})

test('wants each routine granted, called by a trigger, or marked as internal', () => {
  const text = `${head}security definer ${pinned}as $$ select 1 $$`
  expect(broken(text, { comment: '-- Sells.' })).toEqual(['routines-are-granted-or-internal'])
  expect(broken(text, { comment: '-- Sells.', grant: 'grant execute on function floor.sell to candor_app;' })).toEqual(
    [],
  )
  expect(broken(text, { comment: '-- Sells. For the owner only.' })).toEqual([])
  expect(broken(text.replace('void', 'trigger'), { comment: '-- Sells.' })).toEqual([])
})

test('finds a table that refers to a schema above its own', () => {
  const table = 'create schema ledger;\n\ncreate table ledger.hold (sale_id bigint references floor.sale);\n'
  const steps = [{ path: 'database/baseline/110-ledger.sql', text: table }]
  expect(checkSql({ schemas, steps, sources: [], grants: [], files: new Map() })).toEqual([
    { rule: 'schemas-refer-downwards', path: 'database/baseline/110-ledger.sql', line: 3 },
  ])
})

/** The rules that a delta breaks. */
function brokenDelta(text: string, name = '0099_change.sql'): string[] {
  const steps = [{ path: `database/deltas/${name}`, text }]
  return checkSql({ steps, sources: [], grants: [], files: new Map(), schemas }).map(({ rule }) => rule)
}

test.each([
  ['deltas-rewrite-no-large-table', 'alter table ledger.entry alter column units type numeric'],
  ['deltas-rewrite-no-large-table', 'alter table ledger.entry add column token uuid default gen_random_uuid()'],
  [
    'deltas-rewrite-no-large-table',
    'alter table ledger.entry add column twice int8 generated always as (units * 2) stored',
  ],
  ['deltas-rewrite-no-large-table', "update identity.customer set lang = 'en' where lang is null"],
  ['deltas-lock-no-large-table', 'alter table ledger.entry add column a int8, add constraint some check (a > 0)'],
  [
    'deltas-lock-no-large-table',
    'alter table ledger.entry add constraint other foreign key (a) references ledger.batch',
  ],
  ['deltas-lock-no-large-table', 'alter table ledger.entry alter column units set not null'],
  ['deltas-lock-no-large-table', 'alter table ledger.entry add column a int8 default 0 check (a >= 0)'],
  ['deltas-lock-no-large-table', 'alter table ledger.entry add unique (a, b)'],
  ['deltas-lock-no-large-table', '-- Found sooner.\ncreate unique index entry_a on ledger.entry (a)'],
  ['deltas-lock-no-large-table', 'lock table ledger.entry in exclusive mode'],
])('finds %s: %s', (rule, text) => {
  expect(brokenDelta(`${text};\n`)).toEqual([rule])
})

test.each([
  'create table ledger.hold (a int8);\ncreate index hold_a on ledger.hold (a)',
  "alter table ledger.entry add column kind text not null default 'a, default now()', add column b int8 check (b > 0)",
  'alter table ledger.entry add constraint some check (a > 0) not valid;\nalter table ledger.entry validate constraint some',
  'create index concurrently entry_a on ledger.entry (a)',
  'alter table operator.account alter column name type text',
])('accepts what leaves others at work: %s', (text) => {
  expect(brokenDelta(`${text};\n`)).toEqual([])
})

test('exempts deltas from before the rule by their names', () => {
  expect(brokenDelta('alter table ledger.entry add unique (a);', [...landedDeltas][0])).toEqual([])
})

test('lets a trigger of a higher schema watch a table of a lower one', () => {
  const watch = (table: string, schema: string, called: string) =>
    checkSql({
      schemas,
      steps: [],
      sources: [
        {
          kind: 'trigger',
          key: `watch on ${table}`,
          schema,
          path: 'a.sql',
          line: 1,
          text: `create trigger watch before update on ${table} for each row execute function ${called}()`,
          digest: '',
        },
      ],
      grants: [],
      files: new Map(),
    })
  expect(watch('payout.method', 'payout', 'withdrawal.keep_method_in_use')).toEqual([])
})

test('lists each exception with its measurement, and each schema once', () => {
  for (const reason of [...longRoutines.values(), ...kernelExceptions.values()])
    expect(reason.length).toBeGreaterThan(20)
  expect(new Set(schemas).size).toBe(schemas.length)
})
