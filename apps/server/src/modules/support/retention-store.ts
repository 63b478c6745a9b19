import type { Pool } from 'pg'
import { callRoutine } from '../../platform/postgres/routine.ts'

const perRound = 20

/**
 * Deletes due conversations in small batches, each with a row that records it. The database knows the retention time.
 */
export async function forgetDue(pool: Pool): Promise<void> {
  let forgotten: number
  do {
    forgotten = await callRoutine<number>(pool, 'support.forget_due', perRound)
  } while (forgotten === perRound)
}

/** Sets for how many days conversations are kept after they were closed. Runs as the owner. */
export async function seedKeepDays(owner: Pool, keepDays: number): Promise<void> {
  await owner.query('update support.setting set keep_days = $1', [keepDays])
}
