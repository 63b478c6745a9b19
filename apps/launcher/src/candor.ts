import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { startSessionGuard } from '../../server/src/roles/session-guard.ts'
import type { SessionGuard } from '../../server/src/roles/session-guard.ts'
import { environmentOf } from '../../server/src/platform/config/index.ts'
import type { Config, ProcessRole } from '../../server/src/platform/config/index.ts'
import { buildApps } from './build-app.ts'
import { bundleRoles } from './bundled-roles.ts'
import { compiledFolder } from './compiled-folder.ts'
import { openDataFolder, requireFinishedRotation } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { watchedChains } from '../../server/src/modules/deposit/index.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { createLogSigner } from '../../server/src/modules/transparency/index.ts'
import { readKeyEncryptionKeys } from './key-encryption-key.ts'
import { codeOf, LaunchError } from './launch-error.ts'
import { offeredIn, requireLiveSettings, requireOperators } from './live-requirements.ts'
import { startRoles } from './roles.ts'
import type { RunningRoles } from './roles.ts'
import { startOwnWitness } from './witness/own-witness.ts'
import type { OwnWitness } from './witness/own-witness.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A whole running Candor: database and server. */
export interface Candor {
  /** Where the app opens, as `http://localhost:8080/h5/`. */
  readonly address: string
  /** Base URL of the API and the sockets, without a trailing slash. */
  readonly origin: string
  /** Base URL of the console and its API, without a trailing slash. */
  readonly consoleOrigin: string
  /** Where Prometheus reads. */
  readonly metricsAddress: string
  readonly inviteCode: string
  readonly outboxKey: string
  readonly dataFolder: string
  readonly database: Database
  /** Settles with a sentence when a part ends unexpectedly and cannot be restarted. */
  readonly failed: Promise<string>
  /** Stops the server, then PostgreSQL. */
  stop(): Promise<void>
  /** Ends everything at once; the database recovers at the next start. */
  kill(): Promise<void>
}

/**
 * Starts Candor as configured: builds the apps and opens the database, then runs the server. `app: false` skips the
 * builds, for clients that do not use the apps. Throws LaunchError or ConfigError with one clear sentence.
 */
export async function startCandor(
  config: Config,
  print: (line: string) => void,
  parts: { app: boolean } = { app: true },
): Promise<Candor> {
  requireLiveSettings(config)
  await claimPorts(config)
  const folder = await openDataFolder(config.data, await readKeyEncryptionKeys(config))
  requireFinishedRotation(folder)
  // In parallel: they are independent, and after a crash every second counts.
  const ownWitness = openOwnWitness(config, folder, print)
  const [built, opened] = await Promise.allSettled([
    Promise.all([parts.app ? buildApps(root, print) : undefined, bundleRoles(root)]),
    openDatabase(
      folder,
      {
        databaseUrl: config.databaseUrl,
        mode: config.mode,
        inviteCode: inviteCode(config, folder),
        inviteReward: config.inviteReward,
        supportKeepDays: config.supportKeepDays,
        reviewerKey: folder.secrets.reviewerKey,
        offered: offeredIn(config),
        serverKey: serverKey(config, folder),
        legalFolder: join(folder.path, 'legal'),
        depositChains: watchedChains(config),
      },
      print,
    ),
  ])
  const witness = await ownWitness
  if (opened.status === 'rejected') {
    await witness?.close()
    throw opened.reason
  }
  const database = opened.value
  try {
    if (built.status === 'rejected') throw built.reason
    await requireOperators(config, database.ownerUrl)
    print('Starting the server …')
    const resolved = { ...resolve(config, folder, database), ownWitness: witness?.setting ?? '' }
    const roles = await startRoles({
      root,
      roles: rolesOf(config),
      // Compiled code from earlier starts halves the load time.
      environmentOf: (role, change) =>
        environmentOf(role, { ...resolved, ...change }, { ...process.env, NODE_COMPILE_CACHE: compiledFolder }),
      logs: folder.logs,
      readyUrl: `http://${reachableHost(config.host)}:${config.port}${readyPath(config)}`,
      bridge: { ...config, print },
    })
    const guard = startSessionGuard({
      ownerUrl: database.ownerUrl,
      onEnded: (pids) => print(`Ended ${pids.length} sessions of the server that kept others waiting for locks.`),
    })
    return running(config, folder, { database, guard, roles, witness })
  } catch (error) {
    await witness?.close()
    await database.postgres?.stop()
    throw error
  }
}

/** Starts the sandbox's own witness where no others are set. Candor starts without it where it does not. */
async function openOwnWitness(
  config: Config,
  { path, secrets }: DataFolder,
  print: (line: string) => void,
): Promise<OwnWitness | null> {
  if (config.mode !== 'sandbox' || config.witnesses !== '') return null
  const seeds = [
    config.ticksLogKey === '' ? secrets.ticksLogKey : config.ticksLogKey,
    config.eventsLogKey === '' ? secrets.eventsLogKey : config.eventsLogKey,
    ...[secrets.formerTicksLogKey, secrets.formerEventsLogKey].filter((seed) => seed !== undefined),
  ]
  try {
    return await startOwnWitness(path, seeds.map(createLogSigner))
  } catch (error) {
    print(`The sandbox's own witness did not start: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Customers can be served once there are prices; those of a market elsewhere may come later. */
function readyPath({ roles }: Config): string {
  return roles.includes('market') ? '/readyz' : '/livez'
}

/** A watcher runs only where there is a chain to watch, and the market may run elsewhere. */
function rolesOf(config: Config): ProcessRole[] {
  return [
    'server',
    ...(config.roles.includes('market') ? (['market'] as const) : []),
    'verifier',
    'log',
    ...(watchedChains(config).length > 0 ? (['watcher'] as const) : []),
  ]
}

interface Parts {
  readonly database: Database
  readonly guard: SessionGuard
  readonly roles: RunningRoles
  readonly witness: OwnWitness | null
}

function running(config: Config, folder: DataFolder, { database, guard, roles, witness }: Parts): Candor {
  let isStopping = false
  const origin = originOf(config.host, config.port)
  const postgresFailed = keepPostgres(database, () => isStopping)
  return {
    address: `${origin}/h5/`,
    origin,
    // A browser keeps passkeys for names, and for no address.
    consoleOrigin: originOf(
      config.consoleHost === '127.0.0.1' ? 'localhost' : config.consoleHost,
      roles.ports.consolePort,
    ),
    metricsAddress: `${originOf(config.metricsHost, roles.ports.metricsPort)}/metrics`,
    inviteCode: inviteCode(config, folder),
    outboxKey: outboxKey(config, folder),
    dataFolder: folder.path,
    database,
    failed: Promise.race([postgresFailed, roles.failed]),
    stop: async () => {
      isStopping = true
      await roles.stop()
      await guard.stop()
      await witness?.close()
      await database.postgres?.stop()
    },
    kill: async () => {
      isStopping = true
      roles.kill()
      await witness?.close()
      await database.postgres?.kill()
    },
  }
}

/**
 * Restarts PostgreSQL when it dies: the server waits for it and continues. Settles with a sentence when it does not
 * start.
 */
async function keepPostgres({ postgres }: Database, isStopping: () => boolean): Promise<string> {
  while (postgres !== null) {
    await postgres.exited
    if (isStopping()) break
    try {
      await postgres.restart()
    } catch (error) {
      return `PostgreSQL ended, and did not start again: ${error instanceof Error ? error.message : String(error)}`
    }
    // The stop was requested during the restart: it only saw the previous instance.
    if (isStopping()) await postgres.stop()
  }
  return new Promise(() => undefined)
}

/** Refuses early, and in one sentence, ports that the server could not open. */
async function claimPorts({ port, host, consolePort, consoleHost, metricsPort, metricsHost }: Config): Promise<void> {
  if (consolePort !== 0 && consolePort === port)
    throw new LaunchError(`Port ${port} cannot serve the app and the console; choose another with --console-port.`)
  if (metricsPort !== 0 && [port, consolePort].includes(metricsPort))
    throw new LaunchError(`Port ${metricsPort} is that of the app or the console; choose another with --metrics-port.`)
  await claimPort({ port, host }, '--port')
  await claimPort({ port: consolePort, host: consoleHost }, '--console-port')
  await claimPort({ port: metricsPort, host: metricsHost }, '--metrics-port')
}

async function claimPort({ port, host }: { port: number; host: string }, flag: string): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new LaunchError(`Port ${port} is taken by another program; choose another with ${flag}.`)
    if (code === 'EACCES')
      throw new LaunchError(`This user may not open port ${port}; choose one above 1023 with ${flag}.`)
    throw new LaunchError(`Port ${port} on ${host} cannot be opened (${code}); choose others with ${flag} and --host.`)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** The origin by which a browser on this machine reaches an address that is listened on. */
function originOf(host: string, port: number): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : reachableHost(host)}:${port}`
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
}

function inviteCode(config: Config, folder: DataFolder): string {
  return config.invite === '' ? folder.secrets.inviteCode : config.invite
}

function outboxKey(config: Config, folder: DataFolder): string {
  return config.outboxKey === '' ? folder.secrets.outboxKey : config.outboxKey
}

/** The server's key, from which others are derived. */
export function serverKey(config: Pick<Config, 'secret'>, { secrets }: Pick<DataFolder, 'secrets'>): string {
  return config.secret === '' ? secrets.serverKey : config.secret
}

/** Every setting as this start resolves it. The owner's address is none: no process but the launcher knows it. */
function resolve(config: Config, folder: DataFolder, database: Database): Config {
  const { secrets } = folder
  return {
    ...config,
    databaseUrl: '',
    data: folder.path,
    appDatabaseUrl: database.appUrl,
    marketDatabaseUrl: database.marketUrl,
    watcherDatabaseUrl: database.watcherUrl,
    verifierDatabaseUrl: database.verifierUrl,
    logDatabaseUrl: database.logUrl,
    // Browsers know no passkeys of an IP address.
    consoleOrigins:
      config.consoleOrigins.length > 0 ? config.consoleOrigins : [`http://localhost:${config.consolePort}`],
    secret: serverKey(config, folder),
    formerSecrets: config.formerSecrets.length > 0 ? config.formerSecrets : secrets.formerServerKeys,
    vaultKey: config.vaultKey === '' ? secrets.vaultKey : config.vaultKey,
    ticksLogKey: config.ticksLogKey === '' ? secrets.ticksLogKey : config.ticksLogKey,
    eventsLogKey: config.eventsLogKey === '' ? secrets.eventsLogKey : config.eventsLogKey,
    acceptanceKey: config.acceptanceKey === '' ? secrets.acceptanceKey : config.acceptanceKey,
    formerTicksLogKey: secrets.formerTicksLogKey ?? '',
    formerEventsLogKey: secrets.formerEventsLogKey ?? '',
    pushKey: config.pushKey === '' ? secrets.pushKey : config.pushKey,
    sandboxReviewer: config.sandboxReviewer === '' ? secrets.reviewerKey : config.sandboxReviewer,
    invite: inviteCode(config, folder),
    outboxKey: outboxKey(config, folder),
  }
}
