import {
  copyFrames,
  copyMarket,
  deliver,
  forwardLate,
  publishTerms,
  spreadTerms,
} from '../../../server/src/modules/cells/index.ts'
import { startSettler } from '../../../server/src/modules/settlement/index.ts'
import { BalancePublisher } from '../../../server/src/modules/statement/index.ts'
import { createBus } from '../../../server/src/platform/bus/index.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { startRounds } from '../../../server/src/platform/rounds.ts'
import { startMarketRole } from '../../../server/src/roles/market.ts'
import type { CellPlatform } from './cell-platform.ts'

const framesEveryMs = 100
const deliverEveryMs = 1_000
const termsEveryMs = 5_000
/** Later frames would be refused: a cell that was away begins with the newest. */
const framesAtOnce = 5

/**
 * Starts what runs beside the databases: the frames of the first cell in all others, deliveries between cells, and
 * newer terms for all of them. Without servers also the market of the first cell and settlement in each; servers run
 * these themselves, and `feed` is null. What fails is logged, and done by a later round.
 */
export async function startPlatformWork(
  { owners, cells }: CellPlatform,
  { feed, logger }: { readonly feed: string | null; readonly logger: Logger },
): Promise<{ stop(): Promise<void> }> {
  const first = owners.cells.get(1)
  const marketUrl = cells.get(1)?.marketUrl
  if (first === undefined || marketUrl === undefined) throw new Error('a platform has a first cell')
  const tolerate = (what: string, work: () => Promise<unknown>) => async () => {
    await work().catch((error: unknown) => logger.error({ err: error }, `${what} failed`))
  }
  const clock = systemClock
  const market =
    feed === null ? null : await startMarketRole({ marketUrl, feed, clock, publish: () => undefined, logger })
  const followers = [...owners.cells].filter(([number]) => number > 1)
  const rounds = [
    ...followers.map(([number, owner]) =>
      startRounds(
        tolerate(`copying frames to cell ${number}`, () => copyFrames(first, owner, framesAtOnce)),
        {
          everyMs: framesEveryMs,
        },
      ),
    ),
    startRounds(
      tolerate('a delivery', async () => {
        for (const [, owner] of followers) await copyMarket(first, owner)
        await forwardLate(owners.cells)
        await deliver(owners.cells)
      }),
      { everyMs: deliverEveryMs },
    ),
    startRounds(
      tolerate('giving terms to all cells', async () => {
        await publishTerms(owners.directory, first, systemClock.nowMs())
        for (const [cell, reason] of await spreadTerms(owners.directory, owners.cells))
          logger.error(`cell ${cell} takes no orders until it has the newest terms: ${reason}`)
      }),
      { everyMs: termsEveryMs },
    ),
  ]
  const settling = feed === null ? [] : [...cells.values()].map(({ appUrl }) => startSettling(appUrl, logger))
  return {
    stop: async () => {
      await market?.stop()
      for (const round of rounds) await round.stop()
      for (const settler of settling) await settler.stop()
    },
  }
}

function startSettling(appUrl: string, logger: Logger): { stop(): Promise<void> } {
  const pool = createPool(appUrl, 'settlement', { maxConnections: 4 })
  const bus = createBus((_topic, error) => logger.error({ err: error }, 'a subscriber failed'))
  const settler = startSettler({ pool, bus, logger, balances: new BalancePublisher({ pool, bus, logger }) })
  return {
    stop: async () => {
      await settler.stop()
      await pool.end()
    },
  }
}
