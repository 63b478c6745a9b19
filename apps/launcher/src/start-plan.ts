import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { watchedChains } from '../../server/src/modules/deposit/index.ts'
import { environmentOf, serverPartsOf } from '../../server/src/platform/config/index.ts'
import type { Config, ProcessRole } from '../../server/src/platform/config/index.ts'
import type { DatabaseAddresses } from '../../server/src/platform/postgres/migrate.ts'
import type { DataFolder } from './data-folder.ts'
import { reachableHost } from './ports.ts'
import { resolveSettings } from './resolved-settings.ts'
import { startRoles } from './roles.ts'
import type { RunningRoles } from './roles.ts'
import type { OwnWitness } from './witness/own-witness.ts'

/** What the processes of a start are given beside its settings. */
export interface StartParts {
  readonly database: DatabaseAddresses
  readonly witness: OwnWitness | null
  /** A start whose frames are written by others, such as a cell above the first, runs no market. */
  readonly market?: boolean
  /** Called with the slot of each frame that the market has committed. */
  readonly onFrame?: ((slot: number) => void) | undefined
  readonly print: (line: string) => void
}

/** Starts the processes of a start, once its database is prepared. Throws LaunchError. */
export async function startProcesses(
  config: Config,
  folder: DataFolder,
  { database, witness, market = true, onFrame, print }: StartParts,
): Promise<RunningRoles> {
  const resolved = { ...resolveSettings(config, folder, database), ownWitness: witness?.setting ?? '' }
  return startRoles({
    root: join(import.meta.dirname, '..', '..', '..'),
    roles: processesOf(config).filter((role) => market || role !== 'market'),
    environmentOf: (role, change) => environmentOf(role, { ...resolved, ...change }),
    logs: await logsOf(folder, config),
    readyUrl: readyUrlOf(config),
    bridge: { ...config, print },
    ...(onFrame === undefined ? {} : { onMessage: readingFrames(onFrame) }),
  })
}

const frameMessage = z.object({ kind: z.literal('frame'), frame: z.object({ slot: z.int() }) })

function readingFrames(onFrame: (slot: number) => void): (from: ProcessRole, message: unknown) => void {
  return (from, message) => {
    const read = z.safeParse(frameMessage, from === 'market' ? message : undefined)
    if (read.success) onFrame(read.data.frame.slot)
  }
}

/**
 * The processes of a start. Passkeys are verified where operators or the sandbox's reviewers decide; the log is sealed
 * where jobs run, and a chain is watched there, if there is one.
 */
export function processesOf(config: Config): ProcessRole[] {
  const runs = (...roles: readonly string[]) => roles.some((role) => config.roles.includes(role))
  const wanted: readonly (readonly [ProcessRole, boolean])[] = [
    ['server', serverPartsOf(config.roles).size > 0],
    ['market', runs('market')],
    ['verifier', runs('api', 'jobs')],
    ['log', runs('jobs')],
    ['watcher', runs('jobs') && watchedChains(config).length > 0],
  ]
  return wanted.flatMap(([role, isWanted]) => (isWanted ? [role] : []))
}

/** Responds once the server is ready: with prices, but those of a market elsewhere may come later. */
export function readyUrlOf({ host, port, roles }: Config): string {
  return `http://${reachableHost(host)}:${port}${roles.includes('market') ? '/readyz' : '/livez'}`
}

/** The folder of a start's own logs. Starts that run parts may share a data folder. */
async function logsOf({ logs }: DataFolder, { natsUrl, port, roles }: Config): Promise<string> {
  if (natsUrl === '') return logs
  const own = join(logs, `${roles.join('-')}-${port}`)
  await mkdir(own, { recursive: true })
  return own
}
