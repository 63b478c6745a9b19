import type pg from 'pg'
import { applyGrants } from './apply-grants.ts'
import { applyOwners } from './apply-owners.ts'
import { failureAt, MigrationError } from './migration-error.ts'
import type { DatabaseSources, SqlSource } from './sql-sources.ts'
import { dropObsolete, existing, lostDependents, snapshotDependents } from './sql-catalogue.ts'

/** A function returns another type now, or names its arguments differently: it has to be dropped first. */
const changedSignature = '42P13'
/** A function, table, type or column that another source may still define. */
const missingObjects = new Set(['42883', '42P01', '42704', '42703'])

/**
 * Makes the routines, views and triggers of the database what the sources say, and the grants what the grant files say,
 * in one transaction: creates what is new or changed, drops what no file defines. Throws MigrationError and changes
 * nothing where a file fails.
 */
export async function applySources(client: pg.Client, wanted: DatabaseSources): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local client_min_messages = warning')
    await client.query('set local check_function_bodies = off')
    const before = await snapshotDependents(client)
    await dropObsolete(client, wanted)
    const created = await createChanged(client, wanted.sources)
    const lost = await lostDependents(client, before)
    if (lost !== undefined)
      throw new MigrationError(
        `A source was dropped that ${lost} needs: drop that in a delta before the source changes.`,
      )
    await validateBodies(client, created)
    await applyOwners(client, wanted.schemas)
    await applyGrants(client, wanted)
    await record(client, wanted.sources)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Creates the sources whose text changed or that do not exist, in their order. Returns those. */
async function createChanged(client: pg.Client, sources: readonly SqlSource[]): Promise<SqlSource[]> {
  const { rows } = await client.query<{ key: string; digest: string }>('select key, digest from migration.source')
  const applied = new Map(rows.map((row) => [row.key, row.digest]))
  const created = new Set(sources.filter((source) => applied.get(source.key) !== source.digest))
  const present = await existing(client, sources)
  let pending = sources.filter((source) => created.has(source) || !present.has(source.key))
  while (pending.length > 0) {
    for (const source of pending) created.add(source)
    const postponed = await createEach(client, pending)
    const [first] = postponed
    if (first !== undefined && postponed.size === pending.length) {
      const [source, error] = first
      throw failureAt(source.path, source.line, sentText(source), error)
    }
    // Dropping a source drops what depends on it.
    const found = await existing(client, sources)
    pending = sources.filter((source) => postponed.has(source) || !found.has(source.key))
  }
  return [...created]
}

/** Creates the sources one by one. Returns those that need another one that does not exist yet, with the error. */
async function createEach(client: pg.Client, sources: readonly SqlSource[]): Promise<Map<SqlSource, unknown>> {
  const postponed = new Map<SqlSource, unknown>()
  for (const source of sources) {
    const error = (await attempt(client, source)) ?? null
    if (error === null) continue
    if (!missingObjects.has(codeOf(error))) throw failureAt(source.path, source.line, sentText(source), error)
    postponed.set(source, error)
  }
  return postponed
}

/** Creates or replaces one source. Returns the error where PostgreSQL refuses it. */
async function attempt(client: pg.Client, source: SqlSource): Promise<unknown> {
  await client.query('savepoint source')
  try {
    if (source.kind !== 'routine') await client.query(dropping(source))
    await client.query(sentText(source))
  } catch (error) {
    await client.query('rollback to savepoint source')
    if (codeOf(error) !== changedSignature || source.kind !== 'routine') return error
    await client.query(dropping(source))
    return attempt(client, source)
  }
  await client.query('release savepoint source')
  return null
}

function sentText(source: SqlSource): string {
  return source.kind === 'routine' ? source.text.replace(/^create\s/, 'create or replace ') : source.text
}

function dropping(source: SqlSource): string {
  if (source.kind === 'trigger') return `drop trigger if exists ${source.key}`
  return source.kind === 'view' ? `drop view if exists ${source.key} cascade` : `drop routine ${source.key} cascade`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Bodies are not checked while they are created, because one may name another that is created later. */
async function validateBodies(client: pg.Client, created: readonly SqlSource[]): Promise<void> {
  await client.query('set local check_function_bodies = on')
  for (const source of created.filter(({ kind }) => kind === 'routine')) {
    const { rows } = await client.query<{ validator: string }>(
      `select lanvalidator::regproc::text as validator
       from pg_proc join pg_language as l on l.oid = prolang where pg_proc.oid = to_regprocedure($1)`,
      [source.key],
    )
    try {
      for (const { validator } of rows) await client.query(`select ${validator}(to_regprocedure($1))`, [source.key])
    } catch (error) {
      throw failureAt(source.path, source.line, source.text, error)
    }
  }
}

async function record(client: pg.Client, sources: readonly SqlSource[]): Promise<void> {
  await client.query('truncate migration.source')
  await client.query('insert into migration.source (key, digest) select * from unnest($1::text[], $2::text[])', [
    sources.map(({ key }) => key),
    sources.map(({ digest }) => digest),
  ])
}
