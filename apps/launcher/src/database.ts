import { join } from 'node:path'
import pg from 'pg'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { migrateJobs } from '../../server/src/platform/postgres/migrate-jobs.ts'
import { addressFor, enableLogin, migrate, MigrationError } from '../../server/src/platform/postgres/migrate.ts'
import type { DatabaseAddresses } from '../../server/src/platform/postgres/migrate.ts'
import { ModeError, seed } from '../../server/src/roles/seed.ts'
import type { SeedOptions } from '../../server/src/roles/seed.ts'
import { LegalTextsError } from '../../server/src/modules/legal/index.ts'
import type { DataFolder } from './data-folder.ts'
import { requireUsableDatabase } from './foreign-database.ts'
import { LaunchError } from './launch-error.ts'

/** The database in the data folder's own PostgreSQL. */
export const databaseName = 'candor'

/** A database that is migrated, seeded and open to the server's roles. */
export interface Database extends DatabaseAddresses {
  /** The server, where it is ours. */
  readonly postgres: EmbeddedPostgres | null
}

/**
 * Starts the data folder's PostgreSQL, or uses the one at `databaseUrl`, and brings it up to date and seeds it. Throws
 * LaunchError.
 */
export async function openDatabase(
  folder: DataFolder,
  wanted: { databaseUrl: string } & SeedOptions,
  print: (line: string) => void,
): Promise<Database> {
  if (wanted.databaseUrl !== '')
    return { ...(await prepare(wanted.databaseUrl, folder, { ...wanted, isElsewhere: true }, print)), postgres: null }
  print('Starting PostgreSQL …')
  const postgres = await startOwn(folder)
  try {
    await ensureDatabase(postgres.url)
    const ownerUrl = addressFor(postgres.url, { database: databaseName })
    return { ...(await prepare(ownerUrl, folder, { ...wanted, isElsewhere: false }, print)), postgres }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function startOwn(folder: DataFolder): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: join(folder.path, 'postgres'),
      password: folder.secrets.ownerPassword,
      durable: true,
    })
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new LaunchError(error.message) : error
  }
}

async function ensureDatabase(clusterUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await connect(client)
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    throw new LaunchError(`PostgreSQL does not let us in: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function prepare(
  ownerUrl: string,
  folder: DataFolder,
  { isElsewhere, ...wanted }: SeedOptions & { readonly isElsewhere: boolean },
  print: (line: string) => void,
) {
  const { appPassword, marketPassword, watcherPassword, verifierPassword, logPassword } = folder.secrets
  try {
    if (isElsewhere) await requireUsableDatabase(ownerUrl)
    const names = await migrate(ownerUrl)
    if (names.length > 0) print(`Migrated the database (${names.length} steps).`)
    await migrateJobs(ownerUrl)
    await seed(ownerUrl, wanted)
    await enableLogin(ownerUrl, 'candor_app', appPassword)
    await enableLogin(ownerUrl, 'candor_market', marketPassword)
    await enableLogin(ownerUrl, 'candor_watcher', watcherPassword)
    await enableLogin(ownerUrl, 'candor_verifier', verifierPassword)
    await enableLogin(ownerUrl, 'candor_log', logPassword)
  } catch (error) {
    if (isExpected(error)) throw new LaunchError(error.message)
    if (isConnectionError(error)) throw new LaunchError(`PostgreSQL at DATABASE_URL cannot be used: ${error.message}.`)
    throw error
  }
  return {
    ownerUrl,
    appUrl: addressFor(ownerUrl, { user: 'candor_app', password: appPassword }),
    marketUrl: addressFor(ownerUrl, { user: 'candor_market', password: marketPassword }),
    watcherUrl: addressFor(ownerUrl, { user: 'candor_watcher', password: watcherPassword }),
    verifierUrl: addressFor(ownerUrl, { user: 'candor_verifier', password: verifierPassword }),
    logUrl: addressFor(ownerUrl, { user: 'candor_log', password: logPassword }),
  }
}

/** What an operator can put right; the message says how. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof LaunchError ||
    error instanceof MigrationError ||
    error instanceof ModeError ||
    error instanceof LegalTextsError
  )
}

/** Refused or unknown hosts, and PostgreSQL's own classes 28 (password) and 3D (no such database). */
function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(String(error.code))
}
