import { closeAfterTest, openTestDatabase } from '../../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { SealedLog } from '../sealer.ts'
import { openLogWorld } from './log-world.ts'
import type { LogWorld } from './log-world.ts'

/** Opens a log on a database of its own, until the test is over. */
export async function openOwnLog(): Promise<LogWorld> {
  return closeAfterTest(await openLogWorld(closeAfterTest(await openTestDatabase())))
}

/** Opens a log and a ledger on a database of their own, until the test is over. */
export async function openOwnLogAndLedger(): Promise<{ readonly world: LogWorld; readonly ledger: LedgerWorld }> {
  const database = closeAfterTest(await openTestDatabase())
  return {
    world: closeAfterTest(await openLogWorld(database)),
    ledger: closeAfterTest(await openLedgerWorld(database)),
  }
}

/** A log of prices of today. */
export interface GrowingLog {
  readonly world: LogWorld
  readonly ticks: SealedLog
  /** Stores so many further slots; this log, or one that took over from it, signs them. */
  readonly grow: (count: number, by?: SealedLog) => Promise<void>
}

/** Opens a log that is empty and grows when the test asks for it, on a database of its own, until the test is over. */
export async function openGrowingLog(): Promise<GrowingLog> {
  const world = await openOwnLog()
  world.clock.set(Date.now())
  const ticks = world.ticksLog()
  let slots = 0
  return {
    world,
    ticks,
    async grow(count, by = ticks) {
      await world.store(slots, slots + count - 1)
      slots += count
      await world.seal(by)
    },
  }
}
