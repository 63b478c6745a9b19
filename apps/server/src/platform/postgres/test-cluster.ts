import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrateTemplate, testPasswords } from './test-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Vitest's global set-up: one cluster with one migrated template for all integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'candor-test-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, 'postgres'),
    password: testPasswords.owner,
    durable: false,
  })
  await migrateTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
