import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor, migrate } from '../apps/server/src/platform/postgres/migrate.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openDataFolder } from '../apps/launcher/src/data-folder.ts'
import { databaseName } from '../apps/launcher/src/database.ts'
import { openBrowser } from './browser.ts'
import { migratedFolderVariable } from './running-candor.ts'

/**
 * Vitest's global set-up: slow shared preparation runs once. The packaged Chromium is unpacked before two files need it
 * at once, and a data folder with a migrated, unused database is created.
 */
export async function setup(): Promise<() => Promise<void>> {
  const browser = await openBrowser()
  await browser.close()
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-migrated-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  await makeMigrated(folder)
  process.env[migratedFolderVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

async function makeMigrated(folder: string): Promise<void> {
  const { secrets } = await openDataFolder(folder)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: secrets.ownerPassword,
    durable: false,
  })
  try {
    const owner = createPool(postgres.url, 'test-owner')
    await owner.query(`create database ${databaseName}`)
    await owner.end()
    await migrate(addressFor(postgres.url, { database: databaseName }))
  } finally {
    await postgres.stop()
  }
}
