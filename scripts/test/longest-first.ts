import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first. */
export const longestFiles: readonly string[] = [
  'chaos/chaos.integration.test.ts',
  'bench/bench.integration.test.ts',
  'apps/server/src/modules/ledger/ledger-model.integration.test.ts',
  'apps/server/src/modules/market/replay.recordings.integration.test.ts',
  'apps/launcher/src/launch.integration.test.ts',
  'apps/server/src/modules/deposit/evm-watcher.integration.test.ts',
  'apps/server/src/modules/settlement/settler.integration.test.ts',
  'e2e/console.e2e.test.ts',
  'e2e/screens.e2e.test.ts',
  'e2e/money.e2e.test.ts',
  'bench/bench.e2e.test.ts',
  'e2e/live-feed.e2e.test.ts',
  'e2e/main-job.e2e.test.ts',
]

/**
 * Starts with the files that take longest. Without the times of an earlier run Vitest orders by file size: the slowest
 * files are among the smallest, and would keep one worker busy at the end while the others idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder
    return sorted.toSorted(
      (left, right) => groupOf(left) - groupOf(right) || placeOf(left.moduleId) - placeOf(right.moduleId),
    )
  }
}

function placeOf(path: string): number {
  const place = longestFiles.findIndex((file) => path.endsWith(`/${file}`))
  return place === -1 ? longestFiles.length : place
}
