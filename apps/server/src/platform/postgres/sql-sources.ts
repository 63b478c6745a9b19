import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MigrationError } from './migration-error.ts'
import { splitStatements } from './sql-statements.ts'
import type { SqlStatement } from './sql-statements.ts'

/** An SQL file, by its path below the folder of the server. */
export interface SqlFile {
  readonly path: string
  readonly text: string
}

/** A routine, view or trigger as its file defines it. */
export interface SqlSource {
  readonly kind: 'routine' | 'view' | 'trigger'
  /** `schema.name(type, type)` of a routine, `schema.name` of a view, `name on schema.table` of a trigger. */
  readonly key: string
  readonly schema: string
  readonly path: string
  readonly line: number
  readonly text: string
  readonly digest: string
}

/** Everything that makes the database what it is. */
export interface DatabaseSources {
  /**
   * Schemas whose routines, views, triggers and grants the sources define completely, from the ground up: each refers
   * only to those before it.
   */
  readonly schemas: readonly string[]
  /** Files that run once: the baseline, then the deltas, each in name order. */
  readonly steps: readonly SqlFile[]
  readonly sources: readonly SqlSource[]
  readonly grants: readonly SqlFile[]
  /** Of all the files. */
  readonly digest: string
}

interface Layout {
  readonly schemas: string[]
  readonly sources: string[]
}

/** The folder of the server: `database/` and the `sql/` folders of its modules are below it. */
export const serverRoot = join(import.meta.dirname, '..', '..', '..')

/** Reads `database/layout.json` below `root` and the files that it names. Throws MigrationError. */
export async function readDatabaseSources(root: string): Promise<DatabaseSources> {
  const layout = layoutOf(await readFile(join(root, 'database/layout.json'), 'utf8'))
  const steps = (await Promise.all(['database/baseline', 'database/deltas'].map((dir) => sqlFiles(root, dir)))).flat()
  const files = (await Promise.all(layout.sources.map((dir) => sqlFiles(root, dir)))).flat()
  const grants = files.filter((file) => file.path.endsWith('/grants.sql'))
  const sources = files.filter((file) => !file.path.endsWith('/grants.sql')).flatMap(sourcesOf)
  for (const file of grants) requireGrants(file)
  requireOneDefinition(sources, layout.schemas)
  const all = [...steps, ...files].flatMap((file) => [file.path, file.text])
  return { schemas: layout.schemas, steps, sources, grants, digest: digestOf(JSON.stringify([layout, all])) }
}

/** The hexadecimal SHA-256 of a text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function layoutOf(json: string): Layout {
  const layout: unknown = JSON.parse(json)
  if (typeof layout !== 'object' || layout === null) throw new MigrationError('database/layout.json is no object.')
  const { schemas, sources } = { schemas: null, sources: null, ...layout }
  if (!isListOfTexts(schemas) || !isListOfTexts(sources))
    throw new MigrationError('database/layout.json lacks its lists "schemas" and "sources".')
  return { schemas, sources }
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

async function sqlFiles(root: string, dir: string): Promise<SqlFile[]> {
  const names = await readdir(join(root, dir)).catch(() => [])
  const sorted = names.filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    sorted.map(async (name) => ({ path: `${dir}/${name}`, text: await readFile(join(root, dir, name), 'utf8') })),
  )
}

function sourcesOf(file: SqlFile): SqlSource[] {
  return splitStatements(file.text).map((statement) => {
    const identity = identityOf(statement.text)
    if (identity === null)
      throw new MigrationError(
        `${file.path}, line ${statement.line}: only create function, procedure, view and trigger belong here.`,
      )
    return { ...identity, ...statement, path: file.path, digest: digestOf(statement.text) }
  })
}

type Identity = Pick<SqlSource, 'kind' | 'key' | 'schema'>

/** What a statement defines; null where it is none of a routine, view or trigger with a schema. */
function identityOf(text: string): Identity | null {
  const routine = /^create\s+(?:function|procedure)\s+((\w+)\.\w+)\s*\(/.exec(text)
  if (routine !== null) {
    const [head, name = '', schema = ''] = routine
    return { kind: 'routine', key: `${name}(${argumentTypes(text.slice(head.length)).join(', ')})`, schema }
  }
  const view = /^create\s+view\s+((\w+)\.\w+)\s/.exec(text)
  if (view !== null) return { kind: 'view', key: view[1] ?? '', schema: view[2] ?? '' }
  const trigger = /^create\s+(?:constraint\s+)?trigger\s+(\w+)\s[\s\S]*?\son\s+((\w+)\.\w+)\s/.exec(text)
  if (trigger !== null)
    return { kind: 'trigger', key: `${trigger[1] ?? ''} on ${trigger[2] ?? ''}`, schema: trigger[3] ?? '' }
  return null
}

/** The types of what a routine takes, from behind its opening parenthesis. Every argument has a name. */
function argumentTypes(text: string): string[] {
  let depth = 1
  let argument = ''
  const found: string[] = []
  for (const character of text.replaceAll(/--[^\n]*/g, '')) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0 || (depth === 1 && character === ',')) {
      if (argument.trim() !== '') found.push(argument)
      argument = ''
      if (depth === 0) break
    } else argument += character
  }
  return found
    .map((declared) => declared.trim().replaceAll(/\s+/g, ' '))
    .filter((declared) => !declared.startsWith('out '))
    .map((declared) => declared.replace(/\s(?:default\s|=).*$/, '').replace(/^(?:(?:in|inout|variadic) )?\w+ /, ''))
}

function requireGrants(file: SqlFile): void {
  const other = splitStatements(file.text).find((statement: SqlStatement) => !/^grant\s/.test(statement.text))
  if (other !== undefined) throw new MigrationError(`${file.path}, line ${other.line}: only grants belong here.`)
}

function requireOneDefinition(sources: readonly SqlSource[], schemas: readonly string[]): void {
  const known = new Map<string, SqlSource>()
  for (const source of sources) {
    const at = `${source.path}, line ${source.line}`
    if (!schemas.includes(source.schema))
      throw new MigrationError(`${at}: database/layout.json does not list the schema ${source.schema}.`)
    const other = known.get(source.key)
    if (other !== undefined)
      throw new MigrationError(`${at}: ${source.key} is defined in ${other.path}, line ${other.line}, too.`)
    known.set(source.key, source)
  }
}
