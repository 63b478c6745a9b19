import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { cloneTemplate, migrateTemplate, testPasswords } from '../apps/server/src/platform/postgres/test-template.ts'
import type { ClonedDatabase } from '../apps/server/src/platform/postgres/test-template.ts'

/** A PostgreSQL of a trial's own for many short-lived databases. It forgets everything in a crash, and is fast for that. */
export interface ThrowawayCluster {
  /** A freshly migrated database; the caller closes it. */
  open(): Promise<ClonedDatabase>
  close(): Promise<void>
}

/** Starts it in a new folder. The caller closes it, which deletes the folder. */
export async function openThrowawayCluster(): Promise<ThrowawayCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-chaos-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: testPasswords.owner,
    durable: false,
  })
  await migrateTemplate(postgres.url)
  return {
    open: () => cloneTemplate(postgres.url),
    close: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
