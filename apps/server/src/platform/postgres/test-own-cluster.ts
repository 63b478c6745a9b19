import { cpSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { migrateTemplate, testPasswords } from './test-template.ts'

/** Names the folder of a stopped cluster with a migrated template, which a run of the tests makes once. */
const clusterFolderVariable = 'CANDOR_TEST_CLUSTER'

/** A PostgreSQL with the migrated template in a temporary folder. */
export interface TestCluster {
  readonly postgres: EmbeddedPostgres
  readonly dataDir: string
  /** Stops it and deletes the folder. */
  close(): Promise<void>
}

/**
 * Starts a cluster with the migrated template. In a run of the integration tests it is a copy of the cluster that their
 * set-up made: creating and migrating one takes ten times as long.
 */
export async function startTestCluster({ durable }: { readonly durable: boolean }): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-test-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  const copied = process.env[clusterFolderVariable]
  if (copied !== undefined) await copyCluster(copied, dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, password: testPasswords.owner, durable })
  if (copied === undefined) await migrateTemplate(postgres.url)
  return {
    postgres,
    dataDir,
    close: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the data of a stopped cluster. */
export async function copyCluster(from: string, to: string): Promise<void> {
  // One synchronous call takes a quarter of the processor time. It does not copy the mode of folders.
  cpSync(await realpath(from), to, { recursive: true })
  await chmod(to, 0o700)
}

/**
 * Makes the cluster that `startTestCluster` copies in this process and in those started from it. Returns its removal.
 */
export async function keepTestCluster(): Promise<() => Promise<void>> {
  const { postgres, dataDir, close } = await startTestCluster({ durable: false })
  await postgres.stop()
  process.env[clusterFolderVariable] = dataDir
  return async () => {
    Reflect.deleteProperty(process.env, clusterFolderVariable)
    await close()
  }
}
