import { join } from 'node:path'
import { socketLimits, socketProtocol } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { confirmationRoutes } from '../modules/confirmation/index.ts'
import type { Confirmations } from '../modules/confirmation/index.ts'
import type { MarketView } from '../modules/market/index.ts'
import { createOperators } from '../modules/operator/index.ts'
import type { Operators } from '../modules/operator/index.ts'
import type { RealtimeService } from '../modules/realtime/index.ts'
import { addLogFiles, addTrustedFile, addWitnessRegistration } from '../modules/transparency/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/index.ts'
import { createNetworkTags } from '../platform/http/index.ts'
import {
  addEndedWorker,
  createConsoleServer,
  createCustomerServer,
  drainServer,
  peerAddressReader,
  peerCountryReader,
  readStaticApp,
} from '../platform/http/servers.ts'
import type { ConsoleServerOptions, CustomerServerOptions } from '../platform/http/servers.ts'
import { addOutboxRoutes } from '../platform/mail/index.ts'
import { serveMetrics } from '../platform/metrics.ts'
import type { Principal } from '../platform/principal.ts'
import { createAdmission, createNetworkRateLimit, socketAuthPath } from '../platform/rate-limit/index.ts'
import { attachSocketServer } from '../platform/websocket/index.ts'
import type { SocketEndpoint, SocketServerOptions } from '../platform/websocket/index.ts'
import { openAccounts } from './accounts.ts'
import { openConfirmations } from './confirmations.ts'
import { logFolderOf } from './log.ts'
import { measureServer } from './measured.ts'
import { createProducts } from './products.ts'
import type { Products } from './products.ts'
import { openReadinessProbe } from './readiness.ts'
import type { ReadinessProbe } from './readiness.ts'
import { startRealtime } from './realtime.ts'
import type { Health, Shared } from './shared.ts'
import { version } from './version.ts'

/** The setting that leaves reviews to people. */
const reviewerOff = 'off'
const maxSocketsPerNetwork = 200
/** Of all networks together. */
const maxConnections = 20_000
const arrivalMs = 10_000
/** The rate-limited path name of loading an avatar. */
const avatarFiles = 'avatar'
const appsFolder = join(import.meta.dirname, '..', '..', '..')

export interface Front {
  readonly port: number
  readonly consolePort: number
  readonly metricsPort: number
  stop(): Promise<void>
}

/** The API and the sockets for customers, and the console on a port of its own. */
export async function startFront(shared: Shared, view: MarketView, health: Health): Promise<Front> {
  const { config, pool, logger, metrics } = shared
  const probe = openProbe(shared, view, health)
  const accounts = openAccounts(shared)
  const { identity } = accounts
  const pruning = startPruning(accounts, logger)
  const origins = { allowedOrigins: config.appOrigins, allowLocalOrigins: config.mode === 'sandbox' }
  const admission = createAdmission(shared.callLimits, systemClock)
  const logFiles = createNetworkRateLimit(shared.callLimits.logFiles, systemClock)
  const operators = createOperators({ pool, logger, secret: config.secret })
  const confirmations = openConfirmations(shared)
  const products = await createProducts(shared, { view, health, accounts })
  const common = {
    ...commonOf(shared, probe),
    routes: [...products.routes, ...operators.routes, ...confirmationRoutes(confirmations)],
  }
  const http = await createCustomerServer({
    ...common,
    allowedHosts: config.allowedHosts,
    customers: { ...entranceOf(config, accounts), admission, origins },
    version,
    ...builtPages(),
    pictureHosts: config.mapTiles === '' ? [] : [new URL(config.mapTiles).origin],
    addRoutes: (server: FastifyInstance) => {
      identity.addFiles(server, (ip) => admission.admitNetwork(ip, avatarFiles))
      products.support.addFiles(server, { origins, admission })
      addLogFiles(server, { pool, folder: logFolderOf(config), admit: logFiles.admit })
      addTrustedFile(server, { pool, admit: logFiles.admit })
      if (config.appWorker === 'off') addEndedWorker(server)
      if (config.mode === 'sandbox') {
        addOutboxRoutes(server, { pool, key: config.outboxKey })
        addWitnessRegistration(server, { data: config.data, logger })
      }
    },
  })
  const desk = await createConsoleServer({ ...common, ...consoleOf(shared, operators) })
  const realtime = startRealtime(shared, view, {
    authenticate: identity.authenticate,
    admitAuth: (address) => admission.admitNetwork(address, socketAuthPath),
  })
  const sockets = attachSockets(http, shared, {
    endpoints: [
      realtimeEndpoint(realtime),
      products.support.endpoint((address) => admission.admitNetwork(address, socketAuthPath)),
    ],
    origins,
  })
  const reviewers = startReviewers(shared, { operators, products, confirmations })
  measureServer(shared, { latest: () => view.latest, isLedgerHalted: health.isLedgerHalted })
  const metricsServer = await serveMetrics(metrics, { port: config.metricsPort, host: config.metricsHost })
  const consolePort = await listen(desk, { port: config.consolePort, host: config.consoleHost })
  const port = await listen(http, { port: config.port, host: config.host })
  return {
    port,
    consolePort,
    metricsPort: metricsServer.port,
    stop: async () => {
      probe.drain()
      clearInterval(pruning)
      sockets.close()
      realtime.close()
      await Promise.all([drainServer(http), drainServer(desk)])
      // Only now: a call in progress may need what they do.
      await reviewers?.stop()
      await products.stop()
      await metricsServer.close()
      await probe.stop()
    },
  }
}

/** Who enters as a customer, and from which countries. */
function entranceOf(
  { countries, countryHeader, trustProxy }: Config,
  accounts: ReturnType<typeof openAccounts>,
): Pick<CustomerServerOptions['customers'], 'authenticate' | 'countries'> {
  return {
    authenticate: (token) => authenticateTrader(accounts, token),
    countries: { served: countries, of: peerCountryReader(countryHeader, trustProxy) },
  }
}

/** The customer behind a token, with what keeps them from trading: a newer legal text, or where they live. */
async function authenticateTrader(
  { identity, consents, isElsewhere }: ReturnType<typeof openAccounts>,
  token: string,
): Promise<Principal | null> {
  const principal = await identity.authenticate(token)
  if (principal === null) return null
  const { customerId } = principal
  return {
    ...principal,
    owesConsent: await consents.owes(customerId),
    isElsewhere: await isElsewhere(customerId),
  }
}

/** What both servers are given. */
function commonOf({ config, callLimits, logger, metrics }: Shared, probe: ReadinessProbe) {
  return {
    trustedProxies: config.trustProxy,
    isBehindTls: config.tls === 'on',
    connections: { total: maxConnections, perNetwork: callLimits.networkConnections, arrivalMs },
    readiness: probe.read,
    logger,
    metrics,
    nowMs: systemClock.nowMs,
    networkTag: createNetworkTags(config.secret),
  }
}

function openProbe({ config }: Shared, view: MarketView, { isLedgerHalted }: Health): ReadinessProbe {
  const facts = { latest: () => view.latest, isLedgerHalted, nowMs: systemClock.nowMs }
  return openReadinessProbe(config.appDatabaseUrl, facts)
}

function startPruning({ prune }: ReturnType<typeof openAccounts>, logger: Shared['logger']): NodeJS.Timeout {
  return setInterval(() => {
    void prune().catch((error: unknown) => {
      logger.error({ err: error }, 'deleting expired codes and sessions failed')
    })
  }, 3_600_000)
}

/** What the customers' port serves to browsers; null each where it has not been built. */
function builtPages() {
  const built = (name: string) => readStaticApp(join(appsFolder, name, 'dist'))
  return { app: built('h5'), publicPages: built('public'), verifier: built('verifier') }
}

/** Listens, and returns the port, which is a free one for 0. */
async function listen(server: FastifyInstance, at: { readonly port: number; readonly host: string }): Promise<number> {
  await server.listen(at)
  const address = server.server.address()
  return address !== null && typeof address === 'object' ? address.port : at.port
}

function attachSockets(
  http: FastifyInstance,
  { config, logger, metrics }: Shared,
  served: Pick<SocketServerOptions, 'endpoints' | 'origins'>,
): ReturnType<typeof attachSocketServer> {
  return attachSocketServer(http.server, {
    ...served,
    allowedHosts: config.allowedHosts,
    logger,
    metrics,
    maxSocketsPerNetwork,
    addressOf: peerAddressReader(config.trustProxy),
  })
}

function realtimeEndpoint({ onConnection }: RealtimeService): SocketEndpoint {
  return {
    path: '/ws',
    hosts: ['all', 'app', 'api'],
    protocol: socketProtocol,
    maxMessageBytes: socketLimits.messageBytes,
    onConnection,
  }
}

/** In the sandbox, where they are not turned off. */
function startReviewers(
  { config }: Shared,
  {
    operators,
    products,
    confirmations,
  }: { readonly operators: Operators; readonly products: Products; readonly confirmations: Confirmations },
): { stop(): Promise<void> } | null {
  const { mode, sandboxReviewer } = config
  if (mode !== 'sandbox' || sandboxReviewer === '' || sandboxReviewer === reviewerOff) return null
  return operators.startReviewers(products.reviewTasks, sandboxReviewer, confirmations.confirmAsReviewer)
}

/** Where Vite serves the console while it is being developed (`apps/console/vite.config.ts`). */
const consoleDevServer = 'http://localhost:5174'

/** Operators have limits of their own, and pages of the customers' app count as foreign. */
function consoleOf(
  { config, callLimits }: Shared,
  { authenticate }: Operators,
): Pick<ConsoleServerOptions, 'allowedHosts' | 'operators' | 'app'> {
  const allowedOrigins = config.mode === 'sandbox' ? [consoleDevServer] : []
  return {
    allowedHosts: config.consoleAllowedHosts,
    operators: {
      authenticate,
      admission: createAdmission(callLimits, systemClock),
      origins: { allowedOrigins, allowLocalOrigins: false },
    },
    app: readStaticApp(join(appsFolder, 'console/dist')),
  }
}
