import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readOwnCell } from '../modules/cells/index.ts'
import { confirmationRoutes } from '../modules/confirmation/index.ts'
import type { Confirmations } from '../modules/confirmation/index.ts'
import type { MarketView } from '../modules/market/index.ts'
import { createOperators } from '../modules/operator/index.ts'
import type { Operators } from '../modules/operator/index.ts'
import { addLogFiles, addTrustedFile, addWitnessRegistration } from '../modules/transparency/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/index.ts'
import { createNetworkTags } from '../platform/http/index.ts'
import {
  acceptBacklog,
  addEndedWorker,
  createConsoleServer,
  createCustomerServer,
  createProbeServer,
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
import type { Admission, Sharing } from '../platform/rate-limit/index.ts'
import { attachSocketServer } from '../platform/websocket/index.ts'
import type { SocketServerOptions } from '../platform/websocket/index.ts'
import { receiveAccounts } from './account-receiver.ts'
import { openAccounts } from './accounts.ts'
import type { Accounts } from './accounts.ts'
import { startCases } from './cases.ts'
import type { Cases } from './cases.ts'
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

/** What the calls, sockets and jobs of this process are made of. */
interface Services {
  readonly accounts: Accounts
  readonly operators: Operators
  readonly confirmations: Confirmations
  readonly cases: Cases
  /** Null where this process serves no calls. */
  readonly products: Products | null
  readonly admission: Admission
  readonly origins: SocketServerOptions['origins']
}

/**
 * Opens the ports: the API for customers and the console on a port of its own, the sockets, or probes alone, with the
 * services behind them.
 */
export async function startFront(shared: Shared, view: MarketView, health: Health): Promise<Front> {
  const { config, parts, logger, metrics } = shared
  const probe = openProbe(shared, view, health)
  const common = commonOf(shared, probe)
  const services = await openServices(shared, view, health)
  const pruning = parts.has('jobs') ? startPruning(services.accounts, logger) : null
  const [http, desk] = parts.has('api')
    ? await createServers(shared, services, common)
    : [await createProbeServer({ ...common, allowedHosts: config.allowedHosts }), null]
  const realtime = parts.has('realtime') ? openSockets(http, shared, { view, services }) : null
  const reviewers = parts.has('jobs') ? startReviewers(shared, services) : null
  measureServer(shared, { latest: () => view.latest, isLedgerHalted: health.isLedgerHalted })
  const metricsServer = await serveMetrics(metrics, { port: config.metricsPort, host: config.metricsHost })
  const consolePort = desk === null ? 0 : await listen(desk, { port: config.consolePort, host: config.consoleHost })
  const port = await listen(http, { port: config.port, host: config.host })
  return {
    port,
    consolePort,
    metricsPort: metricsServer.port,
    stop: async () => {
      probe.drain()
      if (pruning !== null) clearInterval(pruning)
      realtime?.close()
      await Promise.all([drainServer(http), desk === null ? undefined : drainServer(desk)])
      // Only now: a call in progress may need what they do.
      await realtime?.stop()
      await reviewers?.stop()
      await services.cases.stop()
      await services.products?.stop()
      await metricsServer.close()
      await probe.stop()
    },
  }
}

async function openServices(shared: Shared, view: MarketView, health: Health): Promise<Services> {
  const { config, parts, pool, reads, logger } = shared
  const accounts = openAccounts(shared)
  const cases = await startCases(shared, accounts)
  const cell = config.directoryUrl === '' ? null : await readOwnCell(pool)
  return {
    accounts,
    operators: createOperators({ pool, reads, logger, secret: config.secret, cell }),
    confirmations: openConfirmations(shared),
    cases,
    products: parts.has('api') ? await createProducts(shared, { view, health, accounts, cases }) : null,
    admission: createAdmission(shared.callLimits, systemClock, sharingOf(shared, 'customers')),
    origins: { allowedOrigins: config.appOrigins, allowLocalOrigins: config.mode === 'sandbox' },
  }
}

/** The servers of customers and of operators. */
async function createServers(
  shared: Shared,
  services: Services,
  options: ReturnType<typeof commonOf>,
): Promise<[FastifyInstance, FastifyInstance]> {
  const { config, pool, logger } = shared
  const { accounts, admission, cases, confirmations, operators, origins, products } = services
  const common = {
    ...options,
    routes: [...(products?.routes ?? []), ...operators.routes, ...confirmationRoutes(confirmations)],
  }
  const logFiles = createNetworkRateLimit(shared.callLimits.logFiles, systemClock, sharingOf(shared, 'log files'))
  const http = await createCustomerServer({
    ...common,
    allowedHosts: config.allowedHosts,
    customers: { ...entranceOf(config, accounts), admission, origins },
    version,
    ...builtPages(),
    pictureHosts: config.mapTiles === '' ? [] : [new URL(config.mapTiles).origin],
    addRoutes: (server: FastifyInstance) => {
      accounts.identity.addFiles(server, (ip) => admission.admitNetwork(ip, avatarFiles))
      cases.support.addFiles(server, { origins, admission })
      addLogFiles(server, { pool, folder: logFolderOf(config), admit: logFiles.admit })
      addTrustedFile(server, { pool, admit: logFiles.admit })
      if (config.appWorker === 'off') addEndedWorker(server)
      if (config.mode === 'sandbox') {
        addOutboxRoutes(server, { pool, key: config.outboxKey })
        addWitnessRegistration(server, { data: config.data, logger })
      }
    },
  })
  return [http, await createConsoleServer({ ...common, ...consoleOf(shared, operators) })]
}

/** Attaches the sockets of prices and accounts, and those of customer service. */
function openSockets(
  http: FastifyInstance,
  shared: Shared,
  { view, services }: { readonly view: MarketView; readonly services: Services },
): { close(): void; stop(): Promise<void> } {
  const { accounts, admission, cases, origins } = services
  const admitAuth = (address: string) => admission.admitNetwork(address, socketAuthPath)
  const realtime = startRealtime(shared, view, { authenticate: accounts.identity.authenticate, admitAuth })
  const sockets = attachSockets(http, shared, {
    endpoints: [realtime.endpoint, cases.support.endpoint(admitAuth)],
    origins,
  })
  const { bus } = shared
  const receiver = bus.hasOthers ? receiveAccounts({ ...shared, connected: realtime.customers }) : null
  return {
    close: () => {
      sockets.close()
      realtime.close()
    },
    stop: async () => receiver?.stop(),
  }
}

/** Where the limits of this name share their counts; null for a process alone. */
function sharingOf({ limitShare }: Shared, name: string): Sharing | null {
  return limitShare && { share: limitShare, name }
}

/** Who enters as a customer, and from which countries. */
function entranceOf(
  { countries, countryHeader, trustProxy }: Config,
  accounts: Accounts,
): Pick<CustomerServerOptions['customers'], 'authenticate' | 'countries'> {
  return {
    authenticate: (token) => authenticateTrader(accounts, token),
    countries: { served: countries, of: peerCountryReader(countryHeader, trustProxy) },
  }
}

/** The customer behind a token, with what keeps them from trading: a newer legal text, or where they live. */
async function authenticateTrader(
  { identity, consents, isElsewhere }: Accounts,
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

function openProbe({ config, clock }: Shared, view: MarketView, health: Health): ReadinessProbe {
  const { isLedgerHalted, isClockRight } = health
  const facts = { latest: () => view.latest, isLedgerHalted, isClockRight, nowMs: clock.nowMs }
  return openReadinessProbe(config.appDatabaseUrl, facts)
}

function startPruning({ prune }: Accounts, logger: Shared['logger']): NodeJS.Timeout {
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
  await server.listen({ ...at, backlog: acceptBacklog })
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

/** In the sandbox, where they are not turned off. */
function startReviewers(
  { config }: Shared,
  { operators, cases, confirmations }: Services,
): { stop(): Promise<void> } | null {
  const { mode, sandboxReviewer } = config
  if (mode !== 'sandbox' || sandboxReviewer === '' || sandboxReviewer === reviewerOff) return null
  return operators.startReviewers(cases.reviewTasks, sandboxReviewer, confirmations.confirmAsReviewer)
}

/** Where Vite serves the console while it is being developed (`apps/console/vite.config.ts`). */
const consoleDevServer = 'http://localhost:5174'

/** Operators have limits of their own, and pages of the customers' app count as foreign. */
function consoleOf(
  shared: Shared,
  { authenticate }: Operators,
): Pick<ConsoleServerOptions, 'allowedHosts' | 'operators' | 'app'> {
  const { config, callLimits } = shared
  const allowedOrigins = config.mode === 'sandbox' ? [consoleDevServer] : []
  return {
    allowedHosts: config.consoleAllowedHosts,
    operators: {
      authenticate,
      admission: createAdmission(callLimits, systemClock, sharingOf(shared, 'console')),
      origins: { allowedOrigins, allowLocalOrigins: false },
    },
    app: readStaticApp(join(appsFolder, 'console/dist')),
  }
}
