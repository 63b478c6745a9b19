import { join } from 'node:path'
import pg from 'pg'
import {
  EmbeddedPostgresError,
  freePort,
  startEmbeddedPostgres,
} from '../../server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { createClient } from '../../server/src/platform/postgres/connection.ts'
import { migrateJobs } from '../../server/src/platform/postgres/migrate-jobs.ts'
import { addressFor, enableLogin, migrate, MigrationError } from '../../server/src/platform/postgres/migrate.ts'
import type { DatabaseAddresses } from '../../server/src/platform/postgres/migrate.ts'
import { ModeError, seed } from '../../server/src/roles/seed.ts'
import type { SeedOptions } from '../../server/src/roles/seed.ts'
import { LegalTextsError } from '../../server/src/modules/legal/index.ts'
import type { DataFolder } from './data-folder.ts'
import { requireUsableDatabase } from './foreign-database.ts'
import { codeOf, LaunchError } from './launch-error.ts'

/** The database in the data folder's own PostgreSQL. */
export const databaseName = 'candor'

/** A database that is migrated, seeded and open to the server's roles. */
export interface Database extends DatabaseAddresses {
  /** The server, where it is ours. */
  readonly postgres: EmbeddedPostgres | null
}

/** Where the database is, and what it is seeded with. */
export interface WantedDatabase extends SeedOptions {
  /** An own PostgreSQL's, or empty for the data folder's. */
  readonly databaseUrl: string
  /** Ports that the server opens later: the data folder's PostgreSQL takes none of them. */
  readonly serverPorts: readonly number[]
}

/**
 * Starts the data folder's PostgreSQL, or uses the one at `databaseUrl`, and brings it up to date and seeds it. Throws
 * LaunchError.
 */
export async function openDatabase(
  folder: DataFolder,
  wanted: WantedDatabase,
  print: (line: string) => void,
): Promise<Database> {
  if (wanted.databaseUrl !== '')
    return { ...(await prepareInTurn(wanted.databaseUrl, folder, wanted, print)), postgres: null }
  print('Starting PostgreSQL …')
  const postgres = await startOwn(folder, await freePort(wanted.serverPorts))
  try {
    await ensureDatabase(postgres.url)
    const ownerUrl = addressFor(postgres.url, { database: databaseName })
    return { ...(await prepare(ownerUrl, folder, wanted, print)), postgres }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function startOwn(folder: DataFolder, port: number): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: join(folder.path, 'postgres'),
      password: folder.secrets.ownerPassword,
      durable: true,
      port,
    })
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new LaunchError(error.message) : error
  }
}

/** Creates Candor's database in a cluster that lacks it. */
export async function ensureDatabase(clusterUrl: string): Promise<void> {
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

/** Any number that nothing else locks on. */
const preparationLock = 7303

/**
 * Prepares a database that several starts may use: one after the other. Keys of a folder that is not the others' are
 * refused, because to set its passwords would lock them out.
 */
async function prepareInTurn(
  ownerUrl: string,
  folder: DataFolder,
  wanted: SeedOptions,
  print: (line: string) => void,
): Promise<DatabaseAddresses> {
  const turn = createClient(ownerUrl, { application_name: 'candor-prepare' })
  try {
    await requireUsableDatabase(ownerUrl)
    await turn.connect()
    await turn.query('select pg_advisory_lock($1)', [preparationLock])
    const { rows } = await turn.query<{ is_used: boolean }>(
      `select exists (select from pg_stat_activity
         where usename = 'candor_app' and datname = current_database()) as is_used`,
    )
    if (rows[0]?.is_used === true) await requireSameKeys(urlsOf(ownerUrl, folder), folder.path)
    return await prepare(ownerUrl, folder, wanted, print)
  } catch (error) {
    if (isConnectionError(error)) throw unusable(error)
    throw error
  } finally {
    await turn.end()
  }
}

/** Whether another start prepares the database now. Otherwise none does until the connection of the pool ends. */
export async function isBeingPrepared(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query<{ is_free: boolean }>('select pg_try_advisory_lock_shared($1) as is_free', [
    preparationLock,
  ])
  return rows[0]?.is_free !== true
}

/** Refuses a data folder whose passwords are not the database's. Throws LaunchError. */
export async function requireSameKeys({ appUrl, marketUrl }: DatabaseAddresses, path: string): Promise<void> {
  try {
    for (const url of [appUrl, marketUrl]) await logIn(url)
  } catch (error) {
    if (!codeOf(error).startsWith('28')) throw error
    throw new LaunchError(
      `The keys in ${path} are not those of the database: copy secrets.json from the data folder of the other part.`,
    )
  }
}

async function logIn(url: string): Promise<void> {
  const client = createClient(url, { application_name: 'candor-login' })
  await client.connect()
  await client.end()
}

async function prepare(ownerUrl: string, folder: DataFolder, wanted: SeedOptions, print: (line: string) => void) {
  const { appPassword, marketPassword, watcherPassword, verifierPassword, logPassword } = folder.secrets
  try {
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
    if (isConnectionError(error)) throw unusable(error)
    throw error
  }
  return urlsOf(ownerUrl, folder)
}

/** The addresses of a database by the passwords of a data folder. */
export function urlsOf(ownerUrl: string, { secrets }: Pick<DataFolder, 'secrets'>): DatabaseAddresses {
  const { appPassword, marketPassword, watcherPassword, verifierPassword, logPassword } = secrets
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

/** Why the database at `DATABASE_URL` cannot be used, as a sentence. */
export function unusable({ message }: Error): LaunchError {
  return new LaunchError(`PostgreSQL at DATABASE_URL cannot be used: ${message}.`)
}

/** Refused or unknown hosts, and PostgreSQL's own classes 28 (password) and 3D (no such database). */
function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(String(error.code))
}
