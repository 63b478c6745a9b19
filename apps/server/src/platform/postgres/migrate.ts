import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrateJobs } from './migrate-jobs.ts'

/** Where this project's migrations lie. */
export const migrationsDir = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** Any number will do, as long as nothing else locks on it: two starts at once migrate one after the other. */
const migrationLock = 7300

/** A migration cannot be applied. The message is one sentence that a person can act on. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly digest: string
}

/**
 * Brings the database up to date as its owner: files in name order, each in its own transaction. Returns the names it ran.
 * Throws MigrationError where a file fails, has changed since it ran, or has disappeared.
 */
export async function migrate(ownerUrl: string, dir: string = migrationsDir): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'candor-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('create schema if not exists migration')
    await client.query(
      'create table if not exists migration.applied (name text primary key, digest text not null, applied_at timestamptz not null default clock_timestamp())',
    )
    const pending = outstanding(await readMigrations(dir), await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    if (dir === migrationsDir) await migrateJobs(ownerUrl)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Lets a role of the server log in with this password. Roles are made by the first migration and cannot log in before. */
export async function enableLogin(
  ownerUrl: string,
  role: 'candor_app' | 'candor_market' | 'candor_watcher',
  password: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'candor-migrate' })
  await client.connect()
  try {
    await client.query(`alter role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`)
  } finally {
    await client.end()
  }
}

/** The same address for another role, or another database. */
export function addressFor(ownerUrl: string, as: { user?: string; password?: string; database?: string }): string {
  const url = new URL(ownerUrl)
  if (as.user !== undefined) url.username = encodeURIComponent(as.user)
  if (as.password !== undefined) url.password = encodeURIComponent(as.password)
  if (as.database !== undefined) url.pathname = `/${encodeURIComponent(as.database)}`
  return url.href
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from migration.applied')
  return new Map(rows.map((row) => [row.name, row.digest]))
}

function outstanding(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name))
  const lost = [...applied.keys()].find((name) => !known.has(name))
  if (lost !== undefined)
    throw new MigrationError(
      `The database comes from another version: it has migration ${lost}, which this one does not know.`,
    )
  const changed = migrations.find(
    (migration) => applied.has(migration.name) && applied.get(migration.name) !== migration.digest,
  )
  if (changed !== undefined)
    throw new MigrationError(
      `Migration ${changed.name} was changed after this database ran it; begin with an empty data folder.`,
    )
  return migrations.filter((migration) => !applied.has(migration.name))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into migration.applied (name, digest) values ($1, $2)', [
      migration.name,
      migration.digest,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`Migration ${migration.name} failed: ${complaint(error, migration)}`, { cause: error })
  }
}

function complaint(error: unknown, migration: Migration): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const line = error.position === undefined ? null : migration.sql.slice(0, Number(error.position)).split('\n').length
  return line === null ? error.message : `${error.message} (line ${line})`
}
