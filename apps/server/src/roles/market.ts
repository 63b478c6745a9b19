import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  FrameBuilder,
  FramePublisher,
  loadMarket,
  openingTicks,
  openSeedKeeper,
  pruneTicks,
  readCalendars,
  readRolls,
  retainMarket,
  RollTable,
  SlotClock,
  startEntryDelays,
  storeOpeningHistory,
} from '../modules/market/index.ts'
import type { MarketMetrics, SeedKeeper } from '../modules/market/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { Database } from '../platform/transaction.ts'
import { openFeed } from './market-feed.ts'
import type { KeyedAccess, LiveUrls } from './market-feed.ts'
import { MarketLease } from './market-lease.ts'
import { calendarSession, frameSource, rollingFeed, sessionTables } from './market-sessions.ts'

type Market = Awaited<ReturnType<typeof loadMarket>>

const retainEveryMs = 3_600_000
const retainLimit = 20_000
const pruneLimit = 5_000
const healthEveryMs = 1_000
const retryMs = 1_000

export interface MarketRoleOptions {
  /** PostgreSQL as the market role. */
  readonly marketUrl: string
  /** The setting CANDOR_FEED. */
  readonly feed: string
  /** Addresses of the live sources; none if absent. */
  readonly liveUrls?: LiveUrls
  /** Access to the sources that need a key; none if absent. */
  readonly keyed?: KeyedAccess
  /** Live prices with too few fresh sources are stale with real money, and labelled without. */
  readonly hasRealMoney?: boolean
  readonly clock: Clock
  readonly publish: (topic: 'frame', frame: PublishedFrame) => void
  readonly logger: Logger
  readonly metrics?: MarketMetrics
  /** Called once a second with the health of every live source. */
  readonly reportSources?: (sources: readonly SourceHealth[]) => void
  /** Even time in milliseconds from any start. */
  readonly monotonicMs?: () => number
}

/**
 * Starts publishing frames, or stands by where another process does, and takes over once that one is gone. Resolves
 * once the feed is open, or the process stands by; throws when the feed cannot be opened or the market was never
 * seeded.
 */
export async function startMarketRole(options: MarketRoleOptions): Promise<{ stop(): Promise<void> }> {
  const { logger, metrics = null } = options
  // One connection for each kind of work (frames, minutes, ticks, seeds, delays, retention, the lease): no frame waits
  // for another.
  const limits = { maxConnections: 7, connectTimeoutMs: 2_000, queryTimeoutMs: 5_000 }
  const pool = createPool(options.marketUrl, 'market', limits)
  const lease = new MarketLease({ pool, clock: options.clock, logger, metrics })
  let isStopping = false
  const openOnce = () => openMarket(options, { pool, lease })
  let market: OpenMarket | null = null
  try {
    if (await lease.tryAcquire()) market = await openOnce()
    else logger.info('another process publishes the frames: this one stands by')
  } catch (error) {
    await lease.release()
    await pool.end()
    throw error
  }
  const lead = async () => {
    while (!isStopping && (market !== null || (await lease.acquire()))) {
      try {
        market ??= await openOnce()
        await lease.lost()
      } catch (error) {
        logger.error({ err: error }, 'the market could not be opened; it is tried again')
        // Another process may be able to.
        await lease.giveUp()
        await sleep(retryMs)
      }
      await market?.close()
      market = null
    }
  }
  const leading = lead()
  return {
    async stop() {
      isStopping = true
      // The last frame is published under the lease.
      await market?.close()
      await lease.release()
      await leading
      await pool.end()
    },
  }
}

/** A market that publishes frames while its process holds the lease. */
interface OpenMarket {
  /** Closes it once, however often it is called. */
  close(): Promise<void>
}

async function openMarket(
  options: MarketRoleOptions,
  { pool, lease }: { readonly pool: Database; readonly lease: MarketLease },
): Promise<OpenMarket> {
  const { clock, logger, metrics = null } = options
  const market = await loadMarket(pool)
  const { genesisMs, instruments } = market
  const monotonicMs = options.monotonicMs ?? (() => performance.now())
  const slotClock = new SlotClock({ wall: clock, monotonicMs, genesisMs })
  const { feed, source, opened, calendars, kept } = await openMarketFeed(options, market, { pool, slotClock })
  const openingPrice = (id: number) => feed.openingPrice(id)
  // History is generated from a simulation, which has no place beside real money.
  const mayGenerate = options.hasRealMoney !== true
  if (mayGenerate && market.generatedUntilMs === null && market.last === null) {
    // Generated history ends at the first price, so that price must be known.
    await opened.probed
    const seed = randomInt(2 ** 31)
    await storeOpeningHistory(pool, { instruments, calendars, openingPrice, seed, nowMs: clock.nowMs() })
  }
  const builder = new FrameBuilder({
    ...market,
    hasRealMoney: options.hasRealMoney ?? false,
    source,
    openingTicks: (instrument) => openingTicks(instrument, openingPrice(instrument.id)),
  })
  const publisher = await FramePublisher.open({
    pool,
    clock: slotClock,
    genesisMs,
    feed,
    source,
    builder,
    instrumentIds: instruments.map((instrument) => instrument.id),
    lease,
    publish: (frame) => options.publish('frame', frame),
    logger,
    metrics,
  })
  const running = publisher.run()
  const nowMs = () => clock.nowMs()
  const delays = startEntryDelays({ pool, instruments, lagsMs: () => builder.lagsMs(), nowMs, logger })
  const reporting = setInterval(() => options.reportSources?.(opened.takeHealth()), healthEveryMs).unref()
  void retain(pool, logger)
  const retaining = setInterval(() => void retain(pool, logger), retainEveryMs).unref()
  logger.info({ feed: feed.name, instruments: instruments.length }, 'the market is open')
  const close = async () => {
    clearInterval(retaining)
    clearInterval(reporting)
    publisher.stop()
    await running
    await delays.stop()
    await feed.stop()
    await kept.seeds?.stop()
  }
  let closed: Promise<void> | null = null
  return { close: () => (closed ??= close()) }
}

/** Opens the feed of the setting, with the calendars and rolls of the instruments. */
async function openMarketFeed(
  options: MarketRoleOptions,
  market: Market,
  { pool, slotClock }: { readonly pool: Database; readonly slotClock: SlotClock },
) {
  const { clock, logger } = options
  const kept: { seeds?: SeedKeeper } = {}
  const openSeeds = async () => (kept.seeds = await openSeedKeeper({ pool, nowMs: () => clock.nowMs(), logger }))
  const calendars = readCalendars()
  const rolls = new RollTable(readRolls(), calendars)
  const tables = sessionTables(market.instruments, { calendars, rolls })
  const opened = await openFeed({
    ...market,
    setting: options.feed,
    liveUrls: options.liveUrls ?? {},
    keyed: options.keyed ?? {},
    isOpen: calendarSession(tables, (session) => session.isOpen),
    nowMs: () => slotClock.nowMs(),
    openSeeds,
    logger,
  })
  const feed = rollingFeed(opened.feed, market, rolls)
  return { feed, source: frameSource(feed, tables), opened, calendars, kept }
}

async function retain(pool: Database, logger: Logger): Promise<void> {
  await retainAll(pool).catch((error: unknown) => logger.error({ err: error }, 'deleting old frames and ticks failed'))
}

async function retainAll(pool: Database): Promise<void> {
  while ((await retainMarket(pool, retainLimit)) === retainLimit);
  while ((await pruneTicks(pool, pruneLimit)) === pruneLimit);
}
