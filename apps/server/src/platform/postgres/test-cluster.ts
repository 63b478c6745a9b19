import type { TestProject } from 'vitest/node'
import { keepTestCluster, startTestCluster } from './test-own-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Vitest's global set-up: one cluster with one migrated template for all integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeKept = await keepTestCluster()
  const { postgres, close } = await startTestCluster({ durable: false })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await close()
    await removeKept()
  }
}
