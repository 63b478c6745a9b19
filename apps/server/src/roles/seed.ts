import { openSandboxBooks } from '../modules/ledger/index.ts'
import { seedIdentity } from '../modules/identity/index.ts'
import { seedMarket } from '../modules/market/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createPool } from '../platform/postgres/pool.ts'

/** What the seed needs to know of the configuration. */
export interface SeedOptions {
  readonly mode: 'sandbox' | 'live'
  /** Root invitation code; an empty one keeps the code of earlier starts. */
  readonly inviteCode: string
}

/** Fills an empty database with what the product starts from. Runs as the owner at every start and changes nothing the second time. */
export async function seed(ownerUrl: string, options: SeedOptions): Promise<void> {
  const pool = createPool(ownerUrl, 'seed', { maxConnections: 1 })
  try {
    await seedMarket(pool, systemClock)
    if (options.mode === 'sandbox') await openSandboxBooks(pool)
    await seedIdentity(pool, options)
  } finally {
    await pool.end()
  }
}
