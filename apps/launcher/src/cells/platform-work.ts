import {
  copyMarket,
  deliver,
  forwardLate,
  passOnFreezes,
  publishTerms,
  recordLateTransfers,
  spreadTerms,
} from '../../../server/src/modules/cells/index.ts'
import { startSettler } from '../../../server/src/modules/settlement/index.ts'
import { BalancePublisher } from '../../../server/src/modules/statement/index.ts'
import { createBus } from '../../../server/src/platform/bus/index.ts'
import type { PublishedFrame } from '../../../server/src/platform/bus/index.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { startRounds } from '../../../server/src/platform/rounds.ts'
import { startMarketRole } from '../../../server/src/roles/market.ts'
import type { CellPlatform } from './cell-platform.ts'
import { startFrameExchange } from './frame-exchange.ts'
import type { NatsSettings } from './frame-exchange.ts'

const deliverEveryMs = 1_000
const termsEveryMs = 5_000

export interface PlatformWorkOptions {
  /** The prices of the first cell; null where servers run. */
  readonly feed: string | null
  /** Where NATS is; without it frames come from the first cell's database. */
  readonly nats: NatsSettings
  readonly logger: Logger
  readonly print: (line: string) => void
}

/** What runs beside the databases of a platform. */
export interface PlatformWork {
  /** To be called for each frame that a server of the first cell has committed. */
  frameCommitted(slot: number): void
  stop(): Promise<void>
}

/**
 * Starts what runs beside the databases: the frames of the first cell in all others, deliveries between cells, and
 * newer terms for all of them. Without servers also the market of the first cell and settlement in each; servers run
 * these themselves, and `feed` is null. What fails is logged, and done by a later round.
 */
export async function startPlatformWork(
  { owners, cells }: CellPlatform,
  { feed, nats, logger, print }: PlatformWorkOptions,
): Promise<PlatformWork> {
  const first = owners.cells.get(1)
  const marketUrl = cells.get(1)?.marketUrl
  if (first === undefined || marketUrl === undefined) throw new Error('a platform has a first cell')
  const tolerate = (what: string, work: () => Promise<unknown>) => async () => {
    await work().catch((error: unknown) => logger.error({ err: error }, `${what} failed`))
  }
  const clock = systemClock
  const followers = [...owners.cells].filter(([number]) => number > 1)
  const frames = await startFrameExchange({ first, followers, nats, logger, print })
  const publish = (_topic: 'frame', { slot }: PublishedFrame) => frames.committed(slot)
  const openMarket = feed === null ? null : startMarketRole({ marketUrl, feed, clock, publish, logger })
  const market = await openMarket?.catch(async (error: unknown) => {
    await frames.stop()
    throw error
  })
  const rounds = [
    startRounds(
      async () => {
        // Each by itself: a cell that is away delays nothing between the others.
        for (const [number, owner] of followers)
          await tolerate(`copying the market to cell ${number}`, () => copyMarket(first, owner))()
        await tolerate('sending on what came late', () => forwardLate(owners.cells))()
        await tolerate('a delivery', () => deliver(owners.cells))()
      },
      { everyMs: deliverEveryMs },
    ),
    startRounds(
      tolerate('recording late transfers', () => recordLateTransfers(owners.cells)),
      { everyMs: deliverEveryMs },
    ),
    startRounds(
      tolerate('passing on frozen withdrawals', () => passOnFreezes(owners.cells)),
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
    frameCommitted: (slot) => frames.committed(slot),
    stop: async () => {
      await market?.stop()
      await frames.stop()
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
