import pg from 'pg'
import type { EmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../apps/server/src/platform/postgres/migrate.ts'
import { startTestCluster } from '../apps/server/src/platform/postgres/test-own-cluster.ts'
import { testAddresses, testTemplate } from '../apps/server/src/platform/postgres/test-template.ts'
import type { DatabaseAddresses } from '../apps/server/src/platform/postgres/migrate.ts'

/** A PostgreSQL of a benchmark's own, durable as in production, with a migrated database and an empty one. */
export interface BenchServer extends DatabaseAddresses {
  /** An empty database of the same server, for the peer. */
  readonly peerUrl: string
  readonly postgres: EmbeddedPostgres
  close(): Promise<void>
}

/** Starts it in a new folder. The caller closes it, which deletes the folder. */
export async function openBenchServer(): Promise<BenchServer> {
  const { postgres, close } = await startTestCluster({ durable: true })
  await createDatabase(postgres.url, 'peer')
  return {
    ...testAddresses(postgres.url, testTemplate),
    peerUrl: addressFor(postgres.url, { database: 'peer' }),
    postgres,
    close,
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
