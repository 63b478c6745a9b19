import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { startSessionGuard } from '../../server/src/roles/session-guard.ts'
import type { SessionGuard } from '../../server/src/roles/session-guard.ts'
import { checkMode, settings as serverSettings } from '../../server/src/platform/config/index.ts'
import type { Config } from '../../server/src/platform/config/index.ts'
import { buildApps } from './build-app.ts'
import { openDataFolder } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { watchedChains } from '../../server/src/modules/deposit/index.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { LaunchError } from './launch-error.ts'
import { keepServer } from './kept-server.ts'
import type { KeptServer } from './kept-server.ts'
import { startServer } from './server-process.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A whole running Candor: database and server. */
export interface Candor {
  /** Where the app opens, as `http://localhost:8080/h5/`. */
  readonly address: string
  /** Base URL of the API and the sockets, without a trailing slash. */
  readonly origin: string
  /** Where Prometheus reads, on this machine only. */
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
  checkMode(config)
  await claimPorts(config)
  const folder = await openDataFolder(config.data)
  // In parallel: they are independent, and after a crash every second counts.
  const [built, opened] = await Promise.allSettled([
    parts.app ? buildApps(root, print) : undefined,
    openDatabase(
      folder,
      {
        databaseUrl: config.databaseUrl,
        mode: config.mode,
        inviteCode: inviteCode(config, folder),
        inviteReward: config.inviteReward,
        supportKeepDays: config.supportKeepDays,
        reviewerKey: folder.secrets.reviewerKey,
        depositChains: watchedChains(config),
      },
      print,
    ),
  ])
  if (opened.status === 'rejected') throw opened.reason
  const database = opened.value
  const settings = {
    root,
    environment: serverEnvironment(config, folder, database),
    logFile: join(folder.logs, 'server.log'),
    readyUrl: `http://${reachableHost(config.host)}:${config.port}/readyz`,
  }
  try {
    if (built.status === 'rejected') throw built.reason
    print('Starting the server …')
    const first = await startServer(settings)
    const guard = startSessionGuard({
      ownerUrl: database.ownerUrl,
      onEnded: (pids) => print(`Ended ${pids.length} sessions of the server that kept others waiting for locks.`),
    })
    // Metrics stay where they were printed to be.
    const environment = { ...settings.environment, [serverSettings.metricsPort.env]: String(first.metricsPort) }
    return running(config, folder, {
      database,
      guard,
      server: keepServer(first, (signal) => startServer({ ...settings, environment, signal }), settings.logFile),
    })
  } catch (error) {
    await database.postgres?.stop()
    throw error
  }
}

interface Parts {
  readonly database: Database
  readonly guard: SessionGuard
  readonly server: KeptServer
}

function running(config: Config, folder: DataFolder, { database, guard, server }: Parts): Candor {
  let isStopping = false
  const origin = `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${config.port}`
  const postgresFailed = keepPostgres(database, () => isStopping)
  return {
    address: `${origin}/h5/`,
    origin,
    metricsAddress: `http://127.0.0.1:${server.current.metricsPort}/metrics`,
    inviteCode: inviteCode(config, folder),
    outboxKey: outboxKey(config, folder),
    dataFolder: folder.path,
    database,
    failed: Promise.race([postgresFailed, server.failed]),
    stop: async () => {
      isStopping = true
      await server.stop()
      await guard.stop()
      await database.postgres?.stop()
    },
    kill: async () => {
      isStopping = true
      server.kill()
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
async function claimPorts({ port, host, metricsPort }: Config): Promise<void> {
  if (metricsPort !== 0 && metricsPort === port)
    throw new LaunchError(`Port ${port} cannot serve the app and the metrics; choose another with --metrics-port.`)
  await claimPort({ port, host }, '--port')
  await claimPort({ port: metricsPort, host: '127.0.0.1' }, '--metrics-port')
}

async function claimPort({ port, host }: { port: number; host: string }, flag: string): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'EADDRINUSE')
      throw new LaunchError(`Port ${port} is taken by another program; choose another with ${flag}.`)
    if (code === 'EACCES')
      throw new LaunchError(`This user may not open port ${port}; choose one above 1023 with ${flag}.`)
    throw new LaunchError(`Port ${port} on ${host} cannot be opened (${code}); choose others with ${flag} and --host.`)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
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

/** The server's environment: every setting as resolved here, and never the owner's address. */
function serverEnvironment(config: Config, folder: DataFolder, database: Database): Record<string, string | undefined> {
  const resolved: Record<string, string> = {}
  for (const [name, value] of Object.entries(config)) {
    const setting = Object.entries(serverSettings).find(([key]) => key === name)?.[1]
    if (setting !== undefined) resolved[setting.env] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return {
    ...process.env,
    // Compiled code from earlier starts halves the server's load time.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/candor/compiled'),
    ...resolved,
    [serverSettings.databaseUrl.env]: '',
    [serverSettings.data.env]: folder.path,
    [serverSettings.appDatabaseUrl.env]: database.appUrl,
    [serverSettings.marketDatabaseUrl.env]: database.marketUrl,
    [serverSettings.watcherDatabaseUrl.env]: database.watcherUrl,
    [serverSettings.secret.env]: config.secret === '' ? folder.secrets.serverKey : config.secret,
    [serverSettings.vaultKey.env]: config.vaultKey === '' ? folder.secrets.vaultKey : config.vaultKey,
    [serverSettings.pushKey.env]: config.pushKey === '' ? folder.secrets.pushKey : config.pushKey,
    [serverSettings.sandboxReviewer.env]:
      config.sandboxReviewer === '' ? folder.secrets.reviewerKey : config.sandboxReviewer,
    [serverSettings.invite.env]: inviteCode(config, folder),
    [serverSettings.outboxKey.env]: outboxKey(config, folder),
  }
}
