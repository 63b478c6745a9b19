import { createCellsOverview, openSharedNames } from '../modules/cells/index.ts'
import { startAccessWatch } from '../modules/identity/index.ts'
import { loadFramesAfter, MarketView } from '../modules/market/index.ts'
import { createNotifier } from '../modules/messages/index.ts'
import { BalancePublisher } from '../modules/statement/index.ts'
import { usualCost } from '../platform/argon2.ts'
import { createBus, createJoinedBus } from '../platform/bus/index.ts'
import type { Bus, JoinedBus } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { serverPartsOf } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import { checkMode } from '../platform/config/live-mode.ts'
import type { Logger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { openReads, primaryReads } from '../platform/postgres/reads.ts'
import { defaultCallLimits, startLimitShare } from '../platform/rate-limit/index.ts'
import { startClockWatch } from './clock-watch.ts'
import { createFrameRelay } from './frame-relay.ts'
import { startFront } from './front.ts'
import { startHaltWatch } from './halt-watch.ts'
import { startJobs } from './jobs.ts'
import { receiveMarket } from './market-receiver.ts'
import type { Peers } from './peers.ts'
import { startSettlement } from './settlement.ts'
import type { Bounds, Shared } from './shared.ts'

/** Registrations and changes of contacts are few, and wait no longer for a directory that is away. */
const directoryLimits = { maxConnections: 4, connectTimeoutMs: 5_000, queryTimeoutMs: 5_000 } as const

/** A cell that is away keeps operators no longer from all others. */
const overviewLimits = { maxConnections: 6, connectTimeoutMs: 2_000, queryTimeoutMs: 2_000 } as const

const usualBounds: Bounds = { callLimits: defaultCallLimits, passwordCost: usualCost, clock: systemClock }

/** A running server. */
export interface RunningServer {
  readonly port: number
  readonly consolePort: number
  readonly metricsPort: number
  stop(): Promise<void>
}

/**
 * Starts those of settlement, jobs, realtime and the API that the settings name in this process; the market and the
 * watchers are its peers. Throws when the database is unreachable or was never seeded, or live mode lacks something.
 */
export async function startServer(
  config: Config,
  logger: Logger,
  peers: Peers,
  bounds: Partial<Bounds> = {},
): Promise<RunningServer> {
  checkMode(config)
  const { shared, own, joined, close } = await openShared(config, logger, peers, bounds)
  const { bus, metrics, parts, pool } = shared
  const clocks = await startClockWatch(shared)
  const view = await MarketView.open({ pool, bus, logger })
  const frames = createFrameRelay({
    publish: (frame) => bus.publish('frame', frame),
    loadAfter: (slot) => loadFramesAfter(pool, slot),
    newestSlot: view.latest?.slot ?? null,
    logger,
  })
  const market = receiveMarket({ onFrame: frames.take, metrics, logger })
  peers.subscribe(market.take)
  if (joined !== null)
    peers.subscribe((message) => {
      if (message.kind === 'shared') joined.arrive(message.shared)
    })
  // Other processes of the same start, or a move to another cell, may end access here.
  const isAlone = joined === null && shared.sharedNames === null
  const access = isAlone ? null : startAccessWatch({ pool, bus: own, logger })
  const settlement = parts.has('settlement') ? startSettlement(shared) : startHaltWatch(shared)
  const jobs = parts.has('jobs') ? await startJobs(shared) : null
  const front = await startFront(shared, view, {
    isLedgerHalted: settlement.isLedgerHalted,
    isClockRight: clocks.isClockRight,
    sources: market.sources,
  })
  return {
    port: front.port,
    consolePort: front.consolePort,
    metricsPort: front.metricsPort,
    stop: async () => {
      await front.stop()
      await access?.stop()
      await jobs?.stop()
      await settlement.stop()
      market.stop()
      frames.stop()
      view.stop()
      await clocks.stop()
      await close()
    },
  }
}

/** The dependencies of all roles of the process, with the bus of this process alone and the one that it has joined. */
interface OpenedShared {
  readonly shared: Shared
  readonly own: Bus
  readonly joined: JoinedBus | null
  close(): Promise<void>
}

async function openShared(
  config: Config,
  logger: Logger,
  peers: Peers,
  bounds: Partial<Bounds>,
): Promise<OpenedShared> {
  const metrics = createMetrics()
  const own = createBus((topic, error) => {
    logger.error({ topic, err: error }, 'a message handler failed')
  })
  const joined = config.joined === 'on' ? createJoinedBus(own, peers.tell) : null
  const bus = joined ?? own
  const parts = serverPartsOf(config.roles)
  // Calls and settlement have work for all of them at once; sockets and jobs read now and then.
  const isBusy = parts.has('api') || parts.has('settlement')
  const pool = createPool(config.appDatabaseUrl, 'app', { maxConnections: isBusy ? 20 : 8 })
  const reads =
    config.readUrl === ''
      ? primaryReads(pool)
      : openReads({ primary: pool, url: config.readUrl, maxLagMs: config.readLagMs, logger })
  const balances = new BalancePublisher({ pool, bus, logger })
  const notifier = createNotifier({ bus, balances })
  const limitShare = joined === null ? null : startLimitShare({ pool, secret: config.secret, logger })
  const { directoryUrl } = config
  const directory = directoryUrl === '' ? null : createPool(directoryUrl, 'names', directoryLimits)
  const sharedNames = directory && (await openSharedNames({ directory, pool, clock: systemClock, logger }))
  const router = directory && parts.has('api') ? createPool(directoryUrl, 'cells', overviewLimits) : null
  const cells = router && createCellsOverview({ directory: router, logger })
  const opened = { config, parts, pool, reads, peers, bus, balances, notifier, limitShare, sharedNames, cells }
  return {
    shared: { ...opened, logger, metrics, ...usualBounds, ...bounds },
    own,
    joined,
    close: async () => {
      await limitShare?.stop()
      await reads.stop()
      await router?.end()
      await directory?.end()
      await pool.end()
    },
  }
}
