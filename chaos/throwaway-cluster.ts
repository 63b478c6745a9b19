import { startTestCluster } from '../apps/server/src/platform/postgres/test-own-cluster.ts'
import { cloneTemplate } from '../apps/server/src/platform/postgres/test-template.ts'
import type { ClonedDatabase } from '../apps/server/src/platform/postgres/test-template.ts'
import type { Finding } from './trial.ts'

/**
 * A PostgreSQL of a trial's own for many short-lived databases. It forgets everything in a crash, and is fast for that.
 */
export interface ThrowawayCluster {
  /** A freshly migrated database; the caller closes it. */
  open(): Promise<ClonedDatabase>
  close(): Promise<void>
}

/** Starts it in a new folder. The caller closes it, which deletes the folder. */
export async function openThrowawayCluster(): Promise<ThrowawayCluster> {
  const { postgres, close } = await startTestCluster({ durable: false })
  return { open: () => cloneTemplate(postgres.url), close }
}

/** Runs a trial on a cluster of its own. */
export function onThrowawayCluster<Run>(
  work: (cluster: ThrowawayCluster, run: Run) => Promise<Finding[]>,
): (run: Run) => Promise<Finding[]> {
  return async (run) => {
    const cluster = await openThrowawayCluster()
    try {
      return await work(cluster, run)
    } finally {
      await cluster.close()
    }
  }
}
