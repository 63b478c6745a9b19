import { afterAll, inject, onTestFinished } from 'vitest'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startTestCluster } from './test-own-cluster.ts'
import { cloneTemplate, testAddresses, testTemplate } from './test-template.ts'
import type { ClonedDatabase } from './test-template.ts'

/** A freshly migrated database of one test file's own. */
export type TestDatabase = ClonedDatabase

/** One on a server of the test's own: to stop, kill and restart. */
export interface DurableDatabase extends TestDatabase {
  readonly postgres: EmbeddedPostgres
}

/** Opens an empty, migrated database: a clone on the run's shared cluster, which loses data in a crash. */
export function openTestDatabase(): Promise<TestDatabase> {
  return cloneTemplate(inject('postgresUrl'))
}

/** Opens an empty, migrated database on a cluster of its own, which a test may kill and restart. */
export async function openDurableDatabase(): Promise<DurableDatabase> {
  const { postgres, close } = await startTestCluster({ durable: true })
  return { ...testAddresses(postgres.url, testTemplate), postgres, close }
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
