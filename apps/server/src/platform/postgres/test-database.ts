import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { cloneTemplate, migrateTemplate, testAddresses, testPasswords, testTemplate } from './test-template.ts'
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

async function openOwnCluster(): Promise<TestDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'candor-test-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, 'postgres'),
    password: testPasswords.owner,
    durable: true,
  })
  await migrateTemplate(postgres.url)
  const close = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  return { ...testAddresses(postgres.url, testTemplate), postgres, close }
}
