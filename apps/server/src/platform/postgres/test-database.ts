import { afterAll, inject, onTestFinished } from 'vitest'
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

/** What a test opens, and closes. */
interface Opened {
  close(): Promise<void>
}

/** Opens an empty, migrated database for the tests of a file, which calls this at its top, and closes it after them. */
export async function testDatabase(): Promise<TestDatabase> {
  return closeAfterTests(await openTestDatabase())
}

/** Closes after the tests of a file what it opened at its top: the last opened first. */
export function closeAfterTests<T extends Opened>(opened: T): T {
  afterAll(() => opened.close())
  return opened
}

/** Closes after a test what `beforeEach` opened for it: the last opened first, and after each `afterEach`. */
export function closeAfterTest<T extends Opened>(opened: T): T {
  onTestFinished(() => opened.close())
  return opened
}

async function openOwnCluster(): Promise<TestDatabase> {
  const { postgres, close } = await startTestCluster({ durable: true })
  return { ...testAddresses(postgres.url, testTemplate), postgres, close }
}
