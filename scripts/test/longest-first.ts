import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/**
 * The files that start first: those that take longest, and browser tests with a Candor of their own before those that
 * share one. Files of a project are beside one another, because a worker ends where the next file is another project's.
 * Those that wait for contracts to end stand among others: side by side, all of them would leave the processors idle.
 */
export const longestFiles: readonly string[] = [
  'chaos/chaos.integration.test.ts',
  'chaos/crashes.integration.test.ts',
  'chaos/flood.integration.test.ts',
  'apps/server/src/modules/market/replay.recordings.integration.test.ts',
  'bench/bench.integration.test.ts',
  'apps/launcher/src/launch.integration.test.ts',
  'apps/server/src/modules/settlement/settler.integration.test.ts',
  'apps/server/src/modules/soundness/ledger-model.integration.test.ts',
  'apps/server/src/modules/deposit/evm-watcher.integration.test.ts',
  'scripts/audit/superuser-edits.integration.test.ts',
  'apps/launcher/src/end-with-npm.integration.test.ts',
  'scripts/witness/followed-logs.integration.test.ts',
  'apps/server/src/modules/transparency/receipts.integration.test.ts',
  'apps/server/src/modules/withdrawal/withdrawal-crash.integration.test.ts',
  'chaos/operator-bad-input.integration.test.ts',
  'apps/server/src/modules/deposit/deposit-crash.integration.test.ts',
  'e2e/console.e2e.test.ts',
  'e2e/live-feed.e2e.test.ts',
  'bench/bench.e2e.test.ts',
  'e2e/public-odds.e2e.test.ts',
  'e2e/live-mode.e2e.test.ts',
  'e2e/key-rotation.e2e.test.ts',
  'e2e/floor.e2e.test.ts',
  'e2e/console-work.e2e.test.ts',
  'e2e/public-pages.e2e.test.ts',
  'e2e/main-job.e2e.test.ts',
  'e2e/account.e2e.test.ts',
  'e2e/console-support.e2e.test.ts',
  'e2e/witness.e2e.test.ts',
  'e2e/pwa.e2e.test.ts',
  'e2e/invite.e2e.test.ts',
  'e2e/support.e2e.test.ts',
  'e2e/desk.e2e.test.ts',
  'e2e/console-passkeys.e2e.test.ts',
  'e2e/result-chip.e2e.test.ts',
  'e2e/chart-and-orders.e2e.test.ts',
  'e2e/practice.e2e.test.ts',
  'e2e/contract-proof.e2e.test.ts',
  'e2e/money.e2e.test.ts',
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
