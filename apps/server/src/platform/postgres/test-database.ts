import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { addressFor } from './migrate.ts'
import { migrateTemplate, testPasswords, testTemplate } from './test-template.ts'

/** A freshly migrated database of one test file's own. */
export interface TestDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly marketUrl: string
  /** The server, where the test has one of its own (`durable`): to stop, kill and restart. */
  readonly postgres: EmbeddedPostgres | null
  close(): Promise<void>
}

/**
 * Opens an empty, migrated database. By default it is a clone on the cluster that the whole run shares and that loses data in
 * a crash; `durable` starts a cluster of its own, which a test may kill and restart.
 */
export async function openTestDatabase(options: { durable?: boolean } = {}): Promise<TestDatabase> {
  return options.durable === true ? openOwnCluster() : openClone()
}

async function openClone(): Promise<TestDatabase> {
  const clusterUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(clusterUrl, `create database ${name} template ${testTemplate} strategy file_copy`)
  return { ...addresses(clusterUrl, name), postgres: null, close: () => asOwner(clusterUrl, `drop database ${name} with (force)`) }
}

async function openOwnCluster(): Promise<TestDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'candor-test-'))
  // PostgreSQL may run as another user, who has to reach its data.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), password: testPasswords.owner, durable: true })
  await migrateTemplate(postgres.url)
  const close = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  return { ...addresses(postgres.url, testTemplate), postgres, close }
}

function addresses(clusterUrl: string, database: string) {
  return {
    ownerUrl: addressFor(clusterUrl, { database }),
    appUrl: addressFor(clusterUrl, { database, user: 'candor_app', password: testPasswords.app }),
    marketUrl: addressFor(clusterUrl, { database, user: 'candor_market', password: testPasswords.market }),
  }
}

async function asOwner(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
