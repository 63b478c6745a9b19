import { expect } from 'vitest'
import { takeSnapshot } from '../apps/server/src/modules/solvency/index.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import type { RunningCandor } from './running-candor.ts'

/** Counts all liabilities, and waits until the log of events has the count. */
export async function publishCount(candor: RunningCandor): Promise<void> {
  const owner = createPool(candor.database.ownerUrl, 'test-owner', { maxConnections: 2 })
  try {
    const snapshotId = await takeSnapshot(owner, null)
    const isLogged = async () => {
      const { rows } = await owner.query<{ is_logged: boolean }>(
        'select logged_index is not null as is_logged from solvency.snapshot where snapshot_id = $1',
        [snapshotId],
      )
      return rows[0]?.is_logged
    }
    await expect.poll(isLogged).toBe(true)
  } finally {
    await owner.end()
  }
}
