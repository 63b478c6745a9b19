import { randomInt } from 'node:crypto'
import { slotEndMs } from '@candor/formulas'
import pg from 'pg'
import {
  FrameBuilder,
  FramePublisher,
  loadMarket,
  openingTicks,
  readCalendars,
  readRolls,
  retainMarket,
  RollTable,
  SessionTable,
  SlotClock,
  storeOpeningHistory,
} from '../modules/market/index.ts'
import type { FrameSource, Instrument, MarketMetrics } from '../modules/market/index.ts'
import { withRolls } from '../modules/quote-feeds/index.ts'
import type { QuoteFeed, SourceHealth } from '../modules/quote-feeds/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { Database } from '../platform/transaction.ts'
import { openFeed } from './market-feed.ts'
import type { KeyedAccess, LiveUrls } from './market-feed.ts'

/** Held by the one active market role for the lifetime of its connection. */
const roleLock = 7303
const lockRetryMs = 1_000
const retainEveryMs = 3_600_000
const retainLimit = 20_000
const healthEveryMs = 1_000

export interface MarketRoleOptions {
  /** PostgreSQL as the market role. */
  readonly marketUrl: string
  /** The setting CANDOR_FEED. */
  readonly feed: string
  /** Addresses of the live sources; none if absent. */
  readonly liveUrls?: LiveUrls
  /** Access to the sources that need a key; none if absent. */
  readonly keyed?: KeyedAccess
  readonly clock: Clock
  readonly publish: (topic: 'frame', frame: PublishedFrame) => void
  readonly logger: Logger
  readonly metrics?: MarketMetrics
  /** Called once a second with the health of every live source. */
  readonly reportSources?: (sources: readonly SourceHealth[]) => void
  /** Even time in milliseconds from any start. */
  readonly monotonicMs?: () => number
}

/** Starts publishing frames. Resolves once the feed is open; throws where the feed cannot be, or the market was never seeded. */
export async function startMarketRole(options: MarketRoleOptions): Promise<{ stop(): Promise<void> }> {
  const { clock, logger } = options
  const pool = createPool(options.marketUrl, 'market', { maxConnections: 3, connectTimeoutMs: 2_000, queryTimeoutMs: 5_000 })
  const lock = new RoleLock(options)
  await lock.acquire()
  const market = await loadMarket(pool)
  const calendars = readCalendars()
  const rolls = new RollTable(readRolls(), calendars)
  const tables = sessionTables(market.instruments, { calendars, rolls })
  const slotClock = new SlotClock({
    wall: clock,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    genesisMs: market.genesisMs,
  })
  const opened = await openFeed({
    ...market,
    setting: options.feed,
    liveUrls: options.liveUrls ?? {},
    keyed: options.keyed ?? {},
    isOpen: calendarSession(tables, (session) => session.isOpen),
    nowMs: () => slotClock.nowMs(),
    logger,
  })
  const feed = rollingFeed(opened.feed, market, rolls)
  const source = frameSource(feed, tables)
  if (market.generatedUntilMs === null && market.last === null) {
    // Generated history ends at the first price, so that price must be known.
    await opened.probed
    await storeOpeningHistory(pool, {
      instruments: market.instruments,
      calendars,
      openingPrice: (id) => feed.openingPrice(id),
      seed: randomInt(2 ** 31),
      nowMs: clock.nowMs(),
    })
  }
  const publisher = await FramePublisher.open({
    pool,
    clock: slotClock,
    genesisMs: market.genesisMs,
    feed,
    source,
    builder: new FrameBuilder({
      ...market,
      source,
      openingTicks: (instrument) => openingTicks(instrument, feed.openingPrice(instrument.id)),
    }),
    instrumentIds: market.instruments.map((instrument) => instrument.id),
    mayPublish: () => lock.isHeld,
    publish: (frame) => options.publish('frame', frame),
    logger,
    metrics: options.metrics ?? null,
  })
  const running = publisher.run()
  const reporting = setInterval(() => options.reportSources?.(opened.takeHealth()), healthEveryMs).unref()
  void retain(pool, logger)
  const retaining = setInterval(() => void retain(pool, logger), retainEveryMs).unref()
  logger.info({ feed: feed.name, instruments: market.instruments.length }, 'the market is open')
  return {
    async stop() {
      clearInterval(retaining)
      clearInterval(reporting)
      publisher.stop()
      await running
      await feed.stop()
      await lock.release()
      await pool.end()
    },
  }
}

async function retain(pool: Database, logger: Logger): Promise<void> {
  await retainAll(pool).catch((error: unknown) => logger.error({ err: error }, 'old frames could not be deleted'))
}

async function retainAll(pool: Database): Promise<void> {
  while ((await retainMarket(pool, retainLimit)) === retainLimit);
}

function rollingFeed(
  feed: QuoteFeed,
  { instruments, last, genesisMs }: Awaited<ReturnType<typeof loadMarket>>,
  rolls: RollTable,
): QuoteFeed {
  return withRolls(feed, {
    between: (fromMs, untilMs) => rolls.rollingBetween(instruments, fromMs, untilMs).map(({ id }) => id),
    sinceMs: last === null ? null : slotEndMs(last.slot, genesisMs),
  })
}

/** The hours of each instrument: those of its calendar without the time around its rolls. */
function sessionTables(
  instruments: readonly Instrument[],
  { calendars, rolls }: { calendars: ReturnType<typeof readCalendars>; rolls: RollTable },
): Map<number, SessionTable> {
  const shared = new Map([...calendars].map(([id, calendar]) => [id, new SessionTable(calendar)]))
  return new Map(
    instruments.map((instrument) => {
      const calendar = calendars.get(instrument.calendarId)
      const table = shared.get(instrument.calendarId)
      if (calendar === undefined || table === undefined) throw new Error(`instrument ${instrument.id} has no calendar`)
      if (!rolls.has(instrument.symbol)) return [instrument.id, table]
      return [instrument.id, new SessionTable(calendar, (within) => rolls.closures(instrument, within))]
    }),
  )
}

function calendarSession<T>(
  tables: ReadonlyMap<number, SessionTable>,
  answer: (session: ReturnType<SessionTable['at']>) => T,
): (instrumentId: number, atMs: number) => T {
  return (instrumentId, atMs) => {
    const table = tables.get(instrumentId)
    if (table === undefined) throw new Error(`there is no instrument ${instrumentId}`)
    return answer(table.at(atMs))
  }
}

function frameSource(feed: QuoteFeed, tables: ReadonlyMap<number, SessionTable>): FrameSource {
  const calendar = calendarSession(tables, (session) => session)
  return {
    kindOf: (id) => feed.kindOf(id) ?? 'simulated',
    session: (id, atMs) => feed.session(id, atMs) ?? calendar(id, atMs),
  }
}

/**
 * Holds the advisory lock of the market role on a connection of its own; reacquires it after the connection is lost.
 */
class RoleLock {
  readonly #options: MarketRoleOptions
  #client: pg.Client | null = null
  #isReleased = false

  constructor(options: MarketRoleOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return this.#client !== null
  }

  /** Waits until the lock is free. */
  async acquire(): Promise<void> {
    for (let attempt = 0; !this.#isReleased && !(await this.#tryOnce()); attempt += 1) {
      if (attempt === 0) this.#options.logger.warn('another market role is running, or the database is away: waiting')
      await new Promise((resolve) => setTimeout(resolve, lockRetryMs))
    }
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#client?.end()
    this.#client = null
  }

  async #tryOnce(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#options.marketUrl, application_name: 'candor-market-lock', keepAlive: true })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [roleLock])
      if (rows[0]?.held === true) {
        this.#client = client
        this.#options.metrics?.alarm('lock-lost', false)
        return true
      }
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'the lock of the market role could not be taken')
    }
    await client.end().catch(() => undefined)
    return false
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#isReleased) return
    this.#client = null
    this.#options.metrics?.alarm('lock-lost', true)
    this.#options.logger.error('the lock of the market role is lost: frames are stopped')
    void this.acquire()
  }
}
