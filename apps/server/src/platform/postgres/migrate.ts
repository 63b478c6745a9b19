import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { applySources } from './apply-sources.ts'
import { createClient } from './connection.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { failureAt, MigrationError } from './migration-error.ts'
import { digestOf, readDatabaseSources, serverRoot } from './sql-sources.ts'
import type { SqlFile } from './sql-sources.ts'

export { MigrationError } from './migration-error.ts'

/** Any number will do, as long as nothing else locks on it: two starts at once migrate one after the other. */
const migrationLock = 7300
const lockPollMs = 50

/**
 * Brings the database up to date as its owner: the baseline and the deltas that it has not had yet, each in its own
 * transaction (those named `.online.sql` in none), then the routines, views, triggers and grants of the modules, in
 * one. Returns the names of the files that ran; a routine that changed is none. Throws MigrationError where a file
 * fails, has changed since it ran, or has disappeared.
 */
export async function migrate(ownerUrl: string, root: string = serverRoot): Promise<string[]> {
  const wanted = await readDatabaseSources(root)
  const client = createClient(ownerUrl, { application_name: 'candor-migrate' })
  await client.connect()
  try {
    await takeMigrationLock(client)
    await client.query(bookkeeping)
    const isCurrent = (await readDigest(client)) === wanted.digest
    const pending = isCurrent ? [] : outstanding(wanted.steps, await readApplied(client))
    if (!isCurrent) {
      for (const file of pending.filter((step) => !followsSources(step))) await apply(client, file)
      await applySources(client, wanted)
      for (const file of pending.filter(followsSources)) await apply(client, file)
      await client.query('update migration.state set digest = $1', [wanted.digest])
    }
    if (root === serverRoot) await migrateJobs(ownerUrl)
    return pending.map(nameOf)
  } finally {
    await client.end()
  }
}

/**
 * The steps that the next start would apply to a database, and “routines” where these have changed. Changes nothing.
 * Throws MigrationError as `migrate` does.
 */
export async function readOutstanding(owner: pg.Pool): Promise<string[]> {
  return (await readMigrations(owner)).outstanding
}

/** The same, with the names of the steps that a database has had, in their order. */
export async function readMigrations(owner: pg.Pool): Promise<{ applied: string[]; outstanding: string[] }> {
  const wanted = await readDatabaseSources(serverRoot)
  const { rows } = await owner.query<{ name: string; digest: string }>('select name, digest from migration.applied')
  const state = await owner.query<{ digest: string | null }>('select digest from migration.state')
  const had = new Map(rows.map((row) => [row.name, row.digest]))
  const applied = wanted.steps.map(nameOf).filter((name) => had.has(name))
  if (state.rows[0]?.digest === wanted.digest) return { applied, outstanding: [] }
  return { applied, outstanding: [...outstanding(wanted.steps, had).map(nameOf), 'routines'] }
}

const bookkeeping = `
  set client_min_messages = warning;
  create schema if not exists migration;
  create table if not exists migration.applied (
    name text primary key, digest text not null, applied_at timestamptz not null default clock_timestamp());
  create table if not exists migration.source (key text primary key, digest text not null);
  create table if not exists migration.state (singleton boolean primary key default true check (singleton),
    digest text);
  insert into migration.state default values on conflict do nothing`

/** The roles of the server's processes, with the settings that each of their sessions begins with. */
const roleSettings = {
  candor_app: { statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' },
  // Below the 5 s after which the market role gives up a query: it always learns whether a frame was stored.
  candor_market: { statement_timeout: '1500ms', lock_timeout: '1500ms', idle_in_transaction_session_timeout: '15s' },
  candor_watcher: { statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' },
  // Below the 5 s after which the server gives up its response.
  candor_verifier: { statement_timeout: '4s', lock_timeout: '4s', idle_in_transaction_session_timeout: '5s' },
  // The log may lag; what it reads must not keep others waiting.
  candor_log: { statement_timeout: '4s', lock_timeout: '1s', idle_in_transaction_session_timeout: '5s' },
  // Of a platform of several cells. A name or a login that is not found in time is none.
  candor_cell: { statement_timeout: '4s', idle_in_transaction_session_timeout: '5s' },
  candor_front: { statement_timeout: '4s', idle_in_transaction_session_timeout: '5s' },
} as const

/**
 * Lets a role of the server log in with this password. Roles are made by the first migration and cannot log in before.
 * A role may change its own password and settings, which outlive its session: both are set again here.
 */
export async function enableLogin(ownerUrl: string, role: keyof typeof roleSettings, password: string): Promise<void> {
  const client = createClient(ownerUrl, { application_name: 'candor-migrate' })
  await client.connect()
  try {
    const database = client.escapeIdentifier(client.database ?? '')
    const settings = Object.entries(roleSettings[role]).map(
      ([name, value]) => `alter role ${role} set ${name} = '${value}'`,
    )
    const statements = [
      `alter role ${role} login password ${client.escapeLiteral(password)}`,
      `alter role ${role} reset all`,
      `alter role ${role} in database ${database} reset all`,
      ...settings,
    ]
    await client.query(statements.join(';\n'))
  } finally {
    await client.end()
  }
}

/** The addresses of a migrated database, by role. */
export interface DatabaseAddresses {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly marketUrl: string
  readonly watcherUrl: string
  readonly verifierUrl: string
  readonly logUrl: string
}

/** The same address for another role, or another database. */
export function addressFor(ownerUrl: string, as: { user?: string; password?: string; database?: string }): string {
  const url = new URL(ownerUrl)
  if (as.user !== undefined) url.username = encodeURIComponent(as.user)
  if (as.password !== undefined) url.password = encodeURIComponent(as.password)
  if (as.database !== undefined) url.pathname = `/${encodeURIComponent(as.database)}`
  return url.href
}

async function readDigest(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ digest: string | null }>('select digest from migration.state')
  return rows[0]?.digest ?? null
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from migration.applied')
  return new Map(rows.map((row) => [row.name, row.digest]))
}

/** A step that calls routines runs once they exist. */
function followsSources(step: SqlFile): boolean {
  return step.path.endsWith('.after.sql')
}

function nameOf(step: SqlFile): string {
  return step.path.replace(/^database\//, '')
}

function outstanding(steps: readonly SqlFile[], applied: Map<string, string>): SqlFile[] {
  const known = new Set(steps.map(nameOf))
  const lost = [...applied.keys()].find((name) => !known.has(name))
  if (lost !== undefined)
    throw new MigrationError(
      `The database comes from another version: it has migration ${lost}, which this one does not know.`,
    )
  const changed = steps.find((step) => {
    const digest = applied.get(nameOf(step))
    return digest !== undefined && digest !== digestOf(step.text)
  })
  if (changed !== undefined)
    throw new MigrationError(
      `Migration ${nameOf(changed)} was changed after this database ran it; begin with an empty data folder.`,
    )
  return steps.filter((step) => !applied.has(nameOf(step)))
}

/** Asks again instead of waiting in PostgreSQL: an index made online would wait for the waiting session in turn. */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      migrationLock,
    ])
    if (rows[0]?.is_ours === true) return
    await sleep(lockPollMs)
  }
}

const onlineIndex = /^create (?:unique )?index concurrently (\w+)\s+on (\w+)\.\w+[^;]*;?\s*$/

/**
 * Makes an index while others write. It cannot be part of a transaction: what an interrupted attempt left is dropped
 * first.
 */
async function applyOnline(client: pg.Client, step: SqlFile): Promise<void> {
  const [, index, schema] = onlineIndex.exec(step.text.replaceAll(/--[^\n]*\n/g, '').trim()) ?? []
  if (index === undefined || schema === undefined)
    throw new MigrationError(`${step.path}: one “create index concurrently NAME on SCHEMA.TABLE” belongs here.`)
  try {
    await client.query(`drop index concurrently if exists ${schema}.${index}`)
    await client.query(step.text)
  } catch (error) {
    throw failureAt(step.path, 1, step.text, error)
  }
  await record(client, step)
}

async function record(client: pg.Client, step: SqlFile): Promise<void> {
  await client.query('insert into migration.applied (name, digest) values ($1, $2)', [
    nameOf(step),
    digestOf(step.text),
  ])
}

async function apply(client: pg.Client, step: SqlFile): Promise<void> {
  if (step.path.endsWith('.online.sql')) return applyOnline(client, step)
  try {
    await client.query('begin')
    await client.query(step.text)
    await record(client, step)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw failureAt(step.path, 1, step.text, error)
  }
}
