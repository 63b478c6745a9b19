import { setTimeout as sleep } from 'node:timers/promises'
import { serverPartsOf } from '../../../server/src/platform/config/index.ts'
import type { Config } from '../../../server/src/platform/config/index.ts'
import { MigrationError, readOutstanding } from '../../../server/src/platform/postgres/migrate.ts'
import { withPool } from '../../../server/src/platform/postgres/pool.ts'
import { openOwnWitness } from '../candor.ts'
import { requireFinishedRotation } from '../data-folder.ts'
import type { DataFolder } from '../data-folder.ts'
import { openKnownFolder } from '../database-access.ts'
import { isBeingPrepared, requireSameKeys, unusable, urlsOf } from '../database.ts'
import type { DatabaseAddresses } from '../../../server/src/platform/postgres/migrate.ts'
import { codeOf, LaunchError } from '../launch-error.ts'
import { claimPorts, originOf } from '../ports.ts'
import type { RunningRoles } from '../roles.ts'
import { startProcesses } from '../start-plan.ts'
import type { OwnWitness } from '../witness/own-witness.ts'

/** Of SQLSTATE: the database has no Candor yet. */
const undefinedTable = '42P01'
const askEveryMs = 500
const waitMs = 60_000

/** A start that runs some parts of Candor, and not the API. */
export interface RunningPart extends Pick<RunningRoles, 'failed' | 'stop' | 'kill'> {
  readonly dataFolder: string
  /** Base URL of the probes and the sockets; null for the market alone. */
  readonly origin: string | null
  /** Where Prometheus reads; null for the market alone. */
  readonly metricsAddress: string | null
}

/**
 * Starts parts without the API, on the database and NATS of the starts that run the others. A market publishes frames,
 * or stands by while another one does. Throws LaunchError with one clear sentence.
 */
export async function startPart(config: Config, print: (line: string) => void): Promise<RunningPart> {
  const serves = serverPartsOf(config.roles).size > 0
  if (serves) await claimPorts(config)
  const folder = await openKnownFolder(config)
  requireFinishedRotation(folder)
  const database = await joinOncePrepared(folder, config.databaseUrl, print)
  const witness = await openOwnWitness(config, folder, print)
  print(`Starting ${config.roles.join(', ')} …`)
  try {
    const roles = await startProcesses(config, folder, { database, witness, print })
    return running(config, folder, { roles, witness, serves })
  } catch (error) {
    await witness?.close()
    throw error
  }
}

function running(
  config: Config,
  folder: DataFolder,
  {
    roles,
    witness,
    serves,
  }: { readonly roles: RunningRoles; readonly witness: OwnWitness | null; readonly serves: boolean },
): RunningPart {
  return {
    failed: roles.failed,
    stop: async () => {
      await roles.stop()
      await witness?.close()
    },
    kill: () => {
      roles.kill()
      void witness?.close()
    },
    dataFolder: folder.path,
    origin: serves ? originOf(config.host, config.port) : null,
    metricsAddress: serves ? `${originOf(config.metricsHost, roles.ports.metricsPort)}/metrics` : null,
  }
}

/** Parts that are started together wait for the one that prepares the database. */
async function joinOncePrepared(
  folder: DataFolder,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<DatabaseAddresses> {
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const urls = await joinDatabase(folder, databaseUrl)
    if (urls !== null) return urls
    if (waitedMs === 0) print('Waiting for the part with the API, which prepares the database …')
    if (waitedMs >= waitMs)
      throw new LaunchError('The database is not of this version of Candor: start the part with the API first.')
    await sleep(askEveryMs)
  }
}

/**
 * Checks that the database is of this version and knows the keys of the folder. Returns its addresses, null before it
 * is prepared.
 */
async function joinDatabase(folder: DataFolder, databaseUrl: string): Promise<DatabaseAddresses | null> {
  const urls = urlsOf(databaseUrl, folder)
  try {
    return await withPool(databaseUrl, 'part', async (owner) => {
      if (await isBeingPrepared(owner)) return null
      if ((await readOutstanding(owner)).length > 0) return null
      await requireSameKeys(urls, folder.path)
      return urls
    })
  } catch (error) {
    if (error instanceof MigrationError) throw new LaunchError(error.message)
    if (codeOf(error) === undefinedTable) return null
    if (error instanceof LaunchError) throw error
    throw error instanceof Error ? unusable(error) : error
  }
}
