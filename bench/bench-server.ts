import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../apps/server/src/platform/postgres/migrate.ts'
import {
  migrateTemplate,
  testAddresses,
  testPasswords,
  testTemplate,
} from '../apps/server/src/platform/postgres/test-template.ts'
import type { TestAddresses } from '../apps/server/src/platform/postgres/test-template.ts'

/** A PostgreSQL of a benchmark's own, durable as in production, with a migrated database and an empty one. */
export interface BenchServer extends TestAddresses {
  /** An empty database of the same server, for the peer. */
  readonly peerUrl: string
  readonly postgres: EmbeddedPostgres
  close(): Promise<void>
}

/** Starts it in a new folder. The caller closes it, which deletes the folder. */
export async function openBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: testPasswords.owner,
    durable: true,
  })
  await migrateTemplate(postgres.url)
  await createDatabase(postgres.url, 'peer')
  return {
    ...testAddresses(postgres.url, testTemplate),
    peerUrl: addressFor(postgres.url, { database: 'peer' }),
    postgres,
    close: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createDatabase(clusterUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}
