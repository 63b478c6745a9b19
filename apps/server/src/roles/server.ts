import { MarketView } from '../modules/market/index.ts'
import { createNotifier } from '../modules/messages/index.ts'
import { BalancePublisher } from '../modules/statement/index.ts'
import { createBus } from '../platform/bus/index.ts'
import { checkMode } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { defaultCallLimits } from '../platform/rate-limit/index.ts'
import type { CallLimits } from '../platform/rate-limit/index.ts'
import { startBackground } from './background.ts'
import { startFront } from './front.ts'
import { startMarketThread } from './market-thread.ts'
import type { Shared } from './shared.ts'

/** A running server with all of its roles. */
export interface RunningServer {
  readonly port: number
  readonly metricsPort: number
  stop(): Promise<void>
}

/**
 * Starts all roles in this process: market (in a thread of its own), settlement, jobs, realtime and the API. Throws
 * when the database is unreachable or was never seeded, live mode lacks something, or the feed cannot be opened.
 */
export async function startServer(
  config: Config,
  logger: Logger,
  callLimits: CallLimits = defaultCallLimits,
): Promise<RunningServer> {
  checkMode(config)
  const metrics = createMetrics()
  const bus = createBus((topic, error) => {
    logger.error({ topic, err: error }, 'a message handler failed')
  })
  const pool = createPool(config.appDatabaseUrl, 'app', { maxConnections: 20 })
  const watcherPool = createPool(config.watcherDatabaseUrl, 'watcher', { maxConnections: 4 })
  const balances = new BalancePublisher({ pool, bus, logger })
  const notifier = createNotifier({ bus, balances })
  const shared: Shared = { config, pool, watcherPool, bus, balances, notifier, logger, metrics, callLimits }
  const view = await MarketView.open({ pool, bus, logger })
  const market = startMarketThread({ config, bus, metrics, logger })
  const background = await startBackground(shared)
  const front = await startFront(shared, view, { isLedgerHalted: background.isLedgerHalted, sources: market.sources })
  await market.ready
  return {
    port: front.port,
    metricsPort: front.metricsPort,
    stop: async () => {
      await front.stop()
      await market.stop()
      await background.stop()
      view.stop()
      await watcherPool.end()
      await pool.end()
    },
  }
}
