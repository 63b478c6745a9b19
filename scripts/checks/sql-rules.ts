import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDatabaseSources } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import type { DatabaseSources, SqlFile, SqlSource } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import { blockingStatements } from './online-deltas.ts'

/** A place in the SQL that breaks a rule. */
export interface SqlViolation {
  readonly rule: string
  readonly path: string
  readonly line: number
}

/** The SQL of the database, with the texts of the files that define routines, by path. */
export interface CheckedSql extends Pick<DatabaseSources, 'steps' | 'sources' | 'grants'> {
  /** From the ground up: a routine, view, trigger or table refers to its own schema and to those before it. */
  readonly schemas: readonly string[]
  readonly files: ReadonlyMap<string, string>
}

const mostLines = 70
const mostColumns = 120

/** Routines that may be longer, with the measurement that earns it. */
export const longRoutines: ReadonlyMap<string, string> = new Map([
  [
    'contract.place_sound_orders',
    'stores orders in one statement and books by ledger.book in another: +7 to +16 % of processor time an order',
  ],
  [
    'contract.settle_due',
    'its locks and exposures in three routines: +2 % of processor time a lone order, -3 to +3 % in batches of 200',
  ],
])

/** Files outside the kernel that write its tables, with the measurement that earns it. */
export const kernelExceptions: ReadonlyMap<string, string> = new Map([
  [
    'src/modules/contract/sql/place-batch.sql',
    'one statement books a batch: 0.8 of the processor time that book and its arrays take',
  ],
  [
    'src/modules/contract/sql/place-lone-order.sql',
    'a lone order takes 0.74 of the processor time that it takes through book',
  ],
])

/** Checks the SQL below the server's folder. Throws MigrationError where a routine is defined twice. */
export async function checkSqlBelow(serverFolder: string): Promise<SqlViolation[]> {
  const database = await readDatabaseSources(serverFolder)
  const paths = [...new Set(database.sources.map(({ path }) => path))]
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(serverFolder, path), 'utf8')] as const),
  )
  return checkSql({ ...database, files: new Map(texts) })
}

/** Checks the SQL of the database against every rule. */
export function checkSql(sql: CheckedSql): SqlViolation[] {
  const granted = sql.grants.map(({ text }) => text).join('\n')
  const floors = sql.schemas.toSpliced(1, 0, extensionSchema)
  return [
    ...sql.sources.flatMap((source) => brokenBy(source, sql.files.get(source.path) ?? '', { granted, floors })),
    ...sql.steps.flatMap((step) => brokenByStep(step, floors)),
    ...sql.steps.flatMap((step) => blockingStatements(step).map((found) => ({ ...found, path: step.path }))),
    ...[...sql.files].flatMap(([path, text]) => longLines(path, text)),
    ...sql.steps.flatMap(({ path, text }) => longLines(path, text)),
  ]
}

/** The schema of pgcrypto, which is not ours. Only the lowest schema does without it. */
const extensionSchema = 'crypto'

function brokenBy(
  source: SqlSource,
  file: string,
  { granted, floors }: { readonly granted: string; readonly floors: readonly string[] },
): SqlViolation[] {
  const { path, line } = source
  const broken: string[] = []
  const body = withoutComments(source.text)
  if (source.kind === 'routine') {
    const name = source.key.slice(0, source.key.indexOf('('))
    if (source.text.split('\n').length > mostLines && !longRoutines.has(name)) broken.push('routines-have-70-lines')
    if (isHeadSplit(source.text)) broken.push('heads-of-routines-are-one-line')
    if (/\bsecurity definer\b/i.test(body) && !/\bset search_path = /i.test(body))
      broken.push('definers-pin-their-path')
    if (!isReachable(name, body, granted) && !/\bInternal\b|owner only/.test(commentAbove(file, line)))
      broken.push('routines-are-granted-or-internal')
  }
  if (!path.includes('/ledger/sql/') && !kernelExceptions.has(path) && kernelTable.test(body))
    broken.push('only-the-kernel-touches-its-tables')
  // A trigger may be attached to the table of a lower schema: the higher one of table and function counts.
  const called = /\bexecute function (\w+)\./.exec(body)?.[1] ?? source.schema
  const schema = floors.indexOf(called) > floors.indexOf(source.schema) ? called : source.schema
  if (!path.endsWith(approvalFile) && /'CO003'/.test(body)) broken.push('approval-by-two-is-one-routine')
  if (higherSchemas(floors, schema, body).length > 0) broken.push('schemas-refer-downwards')
  return broken.map((rule) => ({ rule, path, line }))
}

/** Language, settings and `as $$` are on several lines, though one has room for them. */
function isHeadSplit(text: string): boolean {
  const head = /^language [^\n]*(?:\n(?:set|rows|cost|parallel|security)\b[^\n]*)*\nas \$\$[^\n]*/m.exec(text)?.[0]
  return head !== undefined && head.length <= mostColumns
}

/** The one file that refuses a second approval by the same operator. */
const approvalFile = '/operator/sql/proposal.sql'

const kernelTable = /\bledger\.(?:account|entry|batch)\b/

/** Granted to a role, or called by a trigger. */
function isReachable(name: string, body: string, granted: string): boolean {
  return /\breturns trigger\b/.test(body) || new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(granted)
}

/** Tables refer downwards, too: their keys, and what their checks and defaults call. */
function brokenByStep({ path, text }: SqlFile, floors: readonly string[]): SqlViolation[] {
  if (path.endsWith('.after.sql')) return []
  return withoutComments(text)
    .split(/;\s*\n/)
    .flatMap((statement) => {
      const schema = /\b(?:create|alter) table (\w+)\./.exec(statement)?.[1]
      if (schema === undefined || higherSchemas(floors, schema, statement).length === 0) return []
      const line = text.slice(0, Math.max(0, text.indexOf(`table ${schema}.`))).split('\n').length
      return [{ rule: 'schemas-refer-downwards', path, line }]
    })
}

/** The schemas above `schema` that a text refers to. */
function higherSchemas(floors: readonly string[], schema: string, text: string): string[] {
  const floor = floors.indexOf(schema)
  const aliases = new Set([...text.matchAll(/\bas (\w+)\b/g)].map(([, alias]) => alias))
  return floors.filter(
    (other, index) =>
      index > floor && !aliases.has(other) && new RegExp(`(?<![\\w.])${other}\\.[a-z_]`).test(withoutTexts(text)),
  )
}

function commentAbove(file: string, line: number): string {
  const above = file.split('\n').slice(0, line - 1)
  const start = above.findLastIndex((text) => !text.startsWith('--'))
  return above.slice(start + 1).join('\n')
}

function longLines(path: string, text: string): SqlViolation[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      content.length > mostColumns ? [{ rule: 'lines-at-most-120-columns', path, line: index + 1 }] : [],
    )
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, '')
}

function withoutTexts(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "''")
}
