import { expect, test } from 'vitest'
import layout from '../../apps/server/database/layout.json' with { type: 'json' }
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
