import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../server/src/platform/config/index.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../../server/src/platform/postgres/migrate.ts'
import { openDataFolder, requireFinishedRotation } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { LaunchError } from './launch-error.ts'
import { readKeyEncryptionKeys } from './key-encryption-key.ts'
import { isAlive } from './process-life.ts'

/** The database of a data folder, for a command beside Candor or without it. */
export interface DatabaseAccess {
  readonly appUrl: string
  readonly ownerUrl: string
  /** The server's key. */
  readonly serverKey: string
  close(): Promise<void>
}

/** Reaches the database where Candor runs on it, and starts it where it does not. Throws LaunchError. */
export async function openAccess(
  config: Pick<Config, 'data' | 'databaseUrl' | 'secret' | 'kek' | 'formerKek'>,
): Promise<DatabaseAccess> {
  const folder = await openKnownFolder(config)
  requireFinishedRotation(folder)
  const serverKey = config.secret === '' ? folder.secrets.serverKey : config.secret
  return { ...(await addressesOf(folder, config.databaseUrl)), serverKey }
}

/** Opens a data folder that exists. Throws LaunchError. */
export async function openKnownFolder(config: Pick<Config, 'data' | 'kek' | 'formerKek'>): Promise<DataFolder> {
  const path = config.data
  if (!existsSync(join(path, 'secrets.json')))
    throw new LaunchError(`There is no data folder of Candor at ${path}; name another with --data.`)
  return openDataFolder(path, await readKeyEncryptionKeys(config))
}

/** The application's own address, which may read everything and write nothing, and the owner's, which may resume. */
export async function addressesOf(folder: DataFolder, databaseUrl: string): Promise<Omit<DatabaseAccess, 'serverKey'>> {
  const asOwner = { user: 'candor_owner', password: folder.secrets.ownerPassword }
  const asApp = { user: 'candor_app', password: folder.secrets.appPassword }
  const stay = () => Promise.resolve()
  const addresses = (url: string) => ({
    appUrl: addressFor(url, { ...asApp, database: 'candor' }),
    ownerUrl: addressFor(url, { ...asOwner, database: 'candor' }),
  })
  if (databaseUrl !== '') return { appUrl: addressFor(databaseUrl, asApp), ownerUrl: databaseUrl, close: stay }
  const dataDir = join(folder.path, 'postgres')
  const port = await runningPort(dataDir)
  if (port !== null) return { ...addresses(`postgres://127.0.0.1:${port}`), close: stay }
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new LaunchError(`${folder.path} has no database yet; npm start creates it.`)
  const postgres = await startEmbeddedPostgres({ dataDir, password: folder.secrets.ownerPassword, durable: true })
  return { ...addresses(postgres.url), close: () => postgres.stop() }
}

/** The port of a PostgreSQL running on this folder, according to its lock file, or null. */
async function runningPort(dataDir: string): Promise<string | null> {
  const lines = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.trim())
  const [pid = '', , , port = ''] = lines
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || lines[7] !== 'ready') return null
  return isAlive(Number(pid)) ? port : null
}
