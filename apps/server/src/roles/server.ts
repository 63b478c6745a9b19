import { join } from 'node:path'
import { socketLimits, socketProtocol } from '@candor/contract'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { createCodes } from '../modules/codes/index.ts'
import { contractRoutes, createContractService } from '../modules/contract/index.ts'
import { createFavouritesService, favouritesRoutes } from '../modules/favourites/index.ts'
import { createHomeService, homeRoutes } from '../modules/home/index.ts'
import { createIdentity, createPasswords, hasAccount } from '../modules/identity/index.ts'
import { openCustomer, startLedgerChecker } from '../modules/ledger/index.ts'
import { MarketView, createMarketService, marketRoutes } from '../modules/market/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import { createRealtimeService } from '../modules/realtime/index.ts'
import type { QuoteReader, RealtimeDependencies, RealtimeService } from '../modules/realtime/index.ts'
import { createPaymentPasswords, paymentPasswordRoutes } from '../modules/security/index.ts'
import { startSettler } from '../modules/settlement/index.ts'
import { createStatementService, statementRoutes } from '../modules/statement/index.ts'
import { systemRoutes } from '../modules/system/index.ts'
import { createBus } from '../platform/bus/index.ts'
import type { Bus } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { checkMode } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import { createHttpServer, peerAddressReader, readStaticApp } from '../platform/http/index.ts'
import type { Route } from '../platform/http/index.ts'
import { createJobs } from '../platform/jobs.ts'
import type { Logger } from '../platform/logger.ts'
import { addOutboxRoutes, mailTasks } from '../platform/mail/index.ts'
import { createMetrics, serveMetrics } from '../platform/metrics.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { createAdmission, defaultCallLimits, socketAuthPath } from '../platform/rate-limit/index.ts'
import type { CallLimits } from '../platform/rate-limit/index.ts'
import { attachSocketServer } from '../platform/websocket/index.ts'
import { startMarketThread } from './market-thread.ts'
import { version } from './version.ts'

const maxSocketsPerNetwork = 200
const staleFrameMs = 5_000
/** What loading a customer's picture is called where calls are limited. */
const avatarFiles = 'avatar'
const appFolder = join(import.meta.dirname, '..', '..', '..', 'h5', 'dist')

/** A running server with all of its roles. */
export interface RunningServer {
  readonly port: number
  readonly metricsPort: number
  stop(): Promise<void>
}

/** What every role of the process shares. */
interface Shared {
  readonly config: Config
  readonly pool: Pool
  readonly bus: Bus
  readonly logger: Logger
  readonly metrics: Metrics
  readonly callLimits: CallLimits
}

/**
 * Starts all roles in this process: market (in a thread of its own), settlement, jobs, realtime and the API.
 * Throws where the database is away or was never seeded, live mode lacks something, or the feed cannot be opened.
 */
export async function startServer(config: Config, logger: Logger, callLimits: CallLimits = defaultCallLimits): Promise<RunningServer> {
  checkMode(config)
  const metrics = createMetrics()
  const bus = createBus((topic, fault) => {
    logger.error({ topic, err: fault }, 'a message handler failed')
  })
  const pool = createPool(config.appDatabaseUrl, 'app', { maxConnections: 20 })
  const shared: Shared = { config, pool, bus, logger, metrics, callLimits }
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
      await pool.end()
    },
  }
}

interface Background {
  isLedgerHalted(): boolean
  stop(): Promise<void>
}

/** Settlement and the jobs of every process: mail and the ledger's checker. */
async function startBackground({ config, pool, bus, logger, metrics }: Shared): Promise<Background> {
  const settler = startSettler({
    pool,
    bus,
    logger,
    onSettled: ({ result, voidReason }) => {
      metrics.ordersSettled.inc({ result, void_reason: voidReason ?? '' })
    },
    onStuck: (orders) => {
      metrics.alarms.set({ name: 'order-stuck' }, orders > 0 ? 1 : 0)
    },
    onOverdue: (orders) => {
      metrics.ordersOverdue.set(orders)
    },
  })
  const checker = startLedgerChecker({
    pool,
    logger,
    onChecked: (mismatches) => {
      metrics.ledgerMismatches.set(mismatches)
    },
  })
  const mail = mailTasks({
    pool,
    clock: systemClock,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    keepsOutbox: config.mode === 'sandbox',
  })
  const jobs = await createJobs({ appUrl: config.appDatabaseUrl, logger }).start(mail)
  return {
    isLedgerHalted: checker.isHalted,
    stop: async () => {
      await jobs.stop()
      await settler.stop()
      await checker.stop()
    },
  }
}

/** What other roles tell the status page. */
interface Health {
  isLedgerHalted(): boolean
  sources(): readonly SourceHealth[]
}

interface Front {
  readonly port: number
  readonly metricsPort: number
  stop(): Promise<void>
}

/** The API and the sockets: what customers reach. */
async function startFront(shared: Shared, view: MarketView, health: Health): Promise<Front> {
  const { config, pool, logger, metrics } = shared
  const { codes, identity, routes: accountRoutes } = openAccounts(shared)
  const pruning = setInterval(() => {
    void Promise.all([codes.prune(), identity.prune()]).catch((fault: unknown) => {
      logger.error({ err: fault }, 'expired codes and sessions could not be forgotten')
    })
  }, 3_600_000)
  const origins = { allowedOrigins: config.appOrigins, allowLocalOrigins: config.mode === 'sandbox' }
  const admission = createAdmission(shared.callLimits, systemClock)
  const http = await createHttpServer({
    routes: await productRoutes(shared, view, accountRoutes, health),
    version,
    app: readStaticApp(appFolder),
    origins,
    trustedProxies: config.trustProxy,
    addRoutes: (server: FastifyInstance) => {
      identity.addFiles(server, (ip) => admission.admitNetwork(ip, avatarFiles))
      if (config.mode === 'sandbox') addOutboxRoutes(server, { pool, key: config.outboxKey })
    },
    notReady: () => notReady(view.latest, systemClock.nowMs()),
    authenticate: identity.authenticate,
    admission,
    logger,
    metrics,
    nowMs: systemClock.nowMs,
  })
  const realtime = startRealtime(shared, view, {
    authenticate: identity.authenticate,
    admitAuth: (network) => admission.admitNetwork(network, socketAuthPath),
  })
  const sockets = attachSocketServer(http.server, {
    path: '/ws',
    protocol: socketProtocol,
    origins,
    logger,
    metrics,
    maxMessageBytes: socketLimits.messageBytes,
    maxSocketsPerNetwork,
    addressOf: peerAddressReader(config.trustProxy),
    onConnection: realtime.onConnection,
  })
  const metricsServer = await serveMetrics(metrics, config.metricsPort)
  await http.listen({ port: config.port, host: config.host })
  const address = http.server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : config.port,
    metricsPort: metricsServer.port,
    stop: async () => {
      clearInterval(pruning)
      sockets.close()
      realtime.close()
      await http.close()
      await metricsServer.close()
    },
  }
}

/** Who the customers are, and what guards their accounts. */
function openAccounts({ config, pool, bus, logger }: Shared) {
  const { secret, mode } = config
  const common = { pool, bus, logger, clock: systemClock, secret, mode, passwords: createPasswords() }
  const codes = createCodes({ ...common, hasAccount: (email) => hasAccount(pool, email) })
  const identity = createIdentity({ ...common, codes, openAccounts: openCustomer })
  const paymentPasswords = createPaymentPasswords({ ...common, codes, confirmLoginPassword: identity.confirmLoginPassword })
  return { codes, identity, paymentPasswords, routes: [...codes.routes, ...identity.routes, ...paymentPasswordRoutes(paymentPasswords)] }
}

async function productRoutes(shared: Shared, view: MarketView, accountRoutes: Route[], health: Health): Promise<Route[]> {
  const { config, pool, bus, logger, metrics } = shared
  const contract = await createContractService({
    pool,
    bus,
    logger,
    onPlaced: (outcome) => {
      metrics.ordersPlaced.inc({ outcome })
    },
  })
  const system = systemRoutes({
    version,
    mode: config.mode,
    genesisMs: view.genesisMs,
    nowMs: systemClock.nowMs,
    newestSlot: () => view.latest?.slot ?? null,
    feed: () => {
      const kinds = view.sourceKinds()
      const isLive = kinds.length > 0 && kinds.every((kind) => kind === 'live')
      return { name: config.feed, kinds, isLive, sources: health.sources().map(sourceStatus) }
    },
    ledger: () => (health.isLedgerHalted() ? 'halted' : 'ok'),
  })
  const market = createMarketService({ view, pool, clock: systemClock, sources: health.sources })
  const home = createHomeService({
    pool,
    clock: systemClock,
    market,
    contract,
    mode: config.mode,
    isLedgerHalted: health.isLedgerHalted,
    sourcesDown: () => health.sources().flatMap(({ name, state }) => (state === 'down' ? [name] : [])),
    publishedMs: () => view.latest?.publishedMs ?? null,
  })
  return [
    ...accountRoutes,
    ...marketRoutes(market),
    ...favouritesRoutes(createFavouritesService(pool)),
    ...homeRoutes(home),
    ...contractRoutes(contract),
    ...statementRoutes(createStatementService(pool)),
    ...system,
  ]
}

function startRealtime(shared: Shared, view: MarketView, login: Pick<RealtimeDependencies, 'authenticate' | 'admitAuth'>): RealtimeService {
  const instruments = view.instruments()
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  const reader: QuoteReader = {
    instruments: instruments.map(({ id, symbol, category, priceDecimals }) => ({ id, symbol, category, decimals: priceDecimals })),
    quote: (id) => {
      const instrument = byId.get(id)
      return instrument === undefined ? null : view.quote(instrument)
    },
  }
  return createRealtimeService({
    bus: shared.bus,
    metrics: shared.metrics,
    logger: shared.logger,
    mode: shared.config.mode,
    genesisMs: view.genesisMs,
    reader,
    readCandle: (id, interval) => {
      const instrument = byId.get(id)
      return instrument === undefined ? null : view.candle(instrument, interval)
    },
    newestSlot: () => view.latest?.slot ?? null,
    ...login,
    nowMs: systemClock.nowMs,
  })
}

function sourceStatus({ name, state, lastTickMs }: SourceHealth) {
  return { name, state, lastTickAgeMs: lastTickMs === null ? null : Math.max(0, Math.round(systemClock.nowMs() - lastTickMs)) }
}

/** The reason for which customers cannot be served yet: no frame so far, none for a while, or a clock that was set back. */
export function notReady(latest: { readonly publishedMs: number } | null, nowMs: number): string | null {
  if (latest === null) return 'no frame has been published yet'
  const ageMs = nowMs - latest.publishedMs
  if (ageMs < -staleFrameMs) return 'the newest frame is of the future: the clock was set back'
  return ageMs > staleFrameMs ? 'the newest frame is old' : null
}
