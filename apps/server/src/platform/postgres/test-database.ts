import { afterAll, beforeAll, inject } from 'vitest'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startTestCluster } from './test-own-cluster.ts'
import { cloneTemplate, testAddresses, testTemplate } from './test-template.ts'
import type { ClonedDatabase } from './test-template.ts'

/** A freshly migrated database of one test file's own. */
export interface TestDatabase extends ClonedDatabase {
  /** The server, where the test has one of its own (`durable`): to stop, kill and restart. */
  readonly postgres: EmbeddedPostgres | null
}

/**
 * Opens an empty, migrated database. By default it is a clone on the run's shared cluster, which loses data in a crash;
 * `durable` starts a separate cluster, which a test may kill and restart.
 */
export async function openTestDatabase(options: { durable?: boolean } = {}): Promise<TestDatabase> {
  return options.durable === true
    ? openOwnCluster()
    : { ...(await cloneTemplate(inject('postgresUrl'))), postgres: null }
}

/** What a test prepares on a database, and closes before it. */
interface Prepared {
  close(): Promise<void>
}

/**
 * Opens an empty, migrated database before the tests of a file, and has `prepare` fill it. Closes what `prepare`
 * returned, and then the database, after the tests.
 */
export function prepareTestDatabase(prepare: (database: TestDatabase) => Promise<Prepared>): void {
  let database: TestDatabase | null = null
  let prepared: Prepared | null = null
  beforeAll(async () => {
    database = await openTestDatabase()
    prepared = await prepare(database)
  })
  afterAll(async () => {
    await prepared?.close()
    await database?.close()
  })
}

async function openOwnCluster(): Promise<TestDatabase> {
  const { postgres, close } = await startTestCluster({ durable: true })
  return { ...testAddresses(postgres.url, testTemplate), postgres, close }
}
