import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOf } from '../../../server/src/platform/config/index.ts'
import type { Config } from '../../../server/src/platform/config/index.ts'
import { createClient } from '../../../server/src/platform/postgres/connection.ts'
import { addressFor, MigrationError, readOutstanding } from '../../../server/src/platform/postgres/migrate.ts'
import { withPool } from '../../../server/src/platform/postgres/pool.ts'
import { compiledFolder } from '../compiled-folder.ts'
import type { DataFolder } from '../data-folder.ts'
import { openKnownFolder } from '../database-access.ts'
import { codeOf, LaunchError } from '../launch-error.ts'
import { startRoles } from '../roles.ts'
import type { RunningRoles } from '../roles.ts'

/** Of SQLSTATE: the database has no Candor yet. */
const undefinedTable = '42P01'
const askEveryMs = 500
const waitMs = 60_000
const root = join(import.meta.dirname, '..', '..', '..', '..')

/** A part of Candor that serves nobody itself. */
export type RunningPart = Pick<RunningRoles, 'failed' | 'stop' | 'kill'> & { readonly dataFolder: string }

/**
 * Starts the market alone, on the database and NATS of the start that runs the rest. It publishes frames, or stands by
 * while another market does. Throws LaunchError with one clear sentence.
 */
export async function startMarketAlone(config: Config, print: (line: string) => void): Promise<RunningPart> {
  const folder = await openKnownFolder(config)
  const marketDatabaseUrl = await joinOncePrepared(folder, config.databaseUrl, print)
  print('Starting the market …')
  const roles = await startRoles({
    root,
    roles: ['market'],
    environmentOf: (role) =>
      environmentOf(role, { ...config, marketDatabaseUrl }, { ...process.env, NODE_COMPILE_CACHE: compiledFolder }),
    logs: folder.logs,
    readyUrl: '',
    bridge: { ...config, print },
  })
  return { failed: roles.failed, stop: roles.stop, kill: roles.kill, dataFolder: folder.path }
}

/** Parts that are started together wait for the one that prepares the database. */
async function joinOncePrepared(
  folder: DataFolder,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const url = await joinDatabase(folder, databaseUrl)
    if (url !== null) return url
    if (waitedMs === 0) print('Waiting for the part with the API, which prepares the database …')
    if (waitedMs >= waitMs)
      throw new LaunchError('The database is not of this version of Candor: start the part with the API first.')
    await sleep(askEveryMs)
  }
}

/**
 * Checks that the database is of this version and knows the keys of the folder. Returns its address for the market,
 * null before it is prepared.
 */
async function joinDatabase({ path, secrets }: DataFolder, databaseUrl: string): Promise<string | null> {
  const marketUrl = addressFor(databaseUrl, { user: 'candor_market', password: secrets.marketPassword })
  try {
    if ((await withPool(databaseUrl, 'market-alone', readOutstanding)).length > 0) return null
    await requireLogin(marketUrl)
    return marketUrl
  } catch (error) {
    if (error instanceof MigrationError) throw new LaunchError(error.message)
    if (codeOf(error) === undefinedTable) return null
    if (codeOf(error).startsWith('28'))
      throw new LaunchError(
        `The keys in ${path} are not those of the database: copy secrets.json from the data folder of the other part.`,
      )
    throw new LaunchError(`PostgreSQL at DATABASE_URL cannot be used: ${messageOf(error)}.`)
  }
}

async function requireLogin(url: string): Promise<void> {
  const client = createClient(url, { application_name: 'candor-market-alone' })
  await client.connect()
  await client.end()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
