import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../../../server/src/platform/postgres/migrate.ts'
import { openDataFolder } from '../data-folder.ts'
import { databaseName, ensureDatabase } from '../database.ts'

/** Creates the empty database of a data folder, whose PostgreSQL runs until `work` is done. */
export async function withNewDatabase(folder: string, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const { secrets } = await openDataFolder(folder)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: secrets.ownerPassword,
    durable: false,
  })
  try {
    await ensureDatabase(postgres.url)
    await work(addressFor(postgres.url, { database: databaseName }))
  } finally {
    await postgres.stop()
  }
}
