import { join } from 'node:path'
import { startSessionGuard } from '../../server/src/roles/session-guard.ts'
import type { SessionGuard } from '../../server/src/roles/session-guard.ts'
import type { Config } from '../../server/src/platform/config/index.ts'
import { buildApps } from './build-app.ts'
import { bundleRoles } from './bundled-roles.ts'
import { openDataFolder, requireFinishedRotation } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { watchedChains } from '../../server/src/modules/deposit/index.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { createLogSigner } from '../../server/src/modules/transparency/index.ts'
import { hasRoomFor, keepPostgres } from './kept-postgres.ts'
import { readKeyEncryptionKeys } from './key-encryption-key.ts'
import { offeredIn, requireLiveSettings, requireOperators } from './live-requirements.ts'
import { claimPorts, originOf } from './ports.ts'
import { inviteCode, outboxKey, serverKey } from './resolved-settings.ts'
import type { RunningRoles } from './roles.ts'
import { startProcesses } from './start-plan.ts'
import type { StartParts } from './start-plan.ts'
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
 * builds, for clients that do not use the apps; `market: false` starts no market, and `onFrame` is called with the slot
 * of each frame that it has committed. Throws LaunchError or ConfigError with one clear sentence.
 */
export async function startCandor(
  config: Config,
  print: (line: string) => void,
  parts: { readonly app: boolean } & Pick<StartParts, 'market' | 'onFrame'> = { app: true },
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
        serverPorts: [config.port, config.consolePort, config.metricsPort],
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
    const roles = await startProcesses(config, folder, { ...parts, database, witness, print })
    const guard = startSessionGuard({
      ownerUrl: database.ownerUrl,
      onEnded: (pids) => print(`Ended ${pids.length} sessions of the server that kept others waiting for locks.`),
    })
    return running(config, folder, { database, guard, roles, witness, print })
  } catch (error) {
    await witness?.close()
    await database.postgres?.stop()
    throw error
  }
}

/** Starts the sandbox's own witness where no others are set. Candor starts without it where it does not. */
export async function openOwnWitness(
  config: Config,
  { path, secrets }: DataFolder,
  print: (line: string) => void,
): Promise<OwnWitness | null> {
  // It cosigns the log, which is sealed where jobs run.
  if (config.mode !== 'sandbox' || config.witnesses !== '' || !config.roles.includes('jobs')) return null
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

interface Parts {
  readonly database: Database
  readonly guard: SessionGuard
  readonly roles: RunningRoles
  readonly witness: OwnWitness | null
  readonly print: (line: string) => void
}

function running(config: Config, folder: DataFolder, { database, guard, roles, witness, print }: Parts): Candor {
  let isStopping = false
  const origin = originOf(config.host, config.port)
  const postgresFailed =
    database.postgres === null
      ? new Promise<never>(() => undefined)
      : keepPostgres(database.postgres, {
          isStopping: () => isStopping,
          hasRoom: () => hasRoomFor(join(folder.path, 'postgres')),
          print,
        })
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
