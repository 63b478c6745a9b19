import { join } from 'node:path'
import { noteConsoles } from '../../../server/src/modules/cells/index.ts'
import { parseConfig } from '../../../server/src/platform/config/index.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { startCandor } from '../candor.ts'
import type { Candor } from '../candor.ts'
import { openDataFolder, storeSecrets } from '../data-folder.ts'
import { startFront } from '../front/front.ts'
import type { FrontOptions } from '../front/front.ts'
import type { FrontServer } from '../front/front-server.ts'
import { originOf } from '../ports.ts'
import { inviteCode } from './cell-platform.ts'
import type { CellPlatform, PlatformPasswords } from './cell-platform.ts'

export interface CellServersOptions {
  readonly folder: string
  readonly passwords: PlatformPasswords
  /** Of the first front. Others follow it; the server of cell n listens ten times n above it, then its console. */
  readonly port: number
  /** How many fronts run, at most ten: 1 by default. */
  readonly fronts?: number
  /** Addresses of proxies before the fronts, which speak TLS: their X-Forwarded headers are believed. */
  readonly trustedProxies?: readonly string[]
  readonly host: string
  /** The prices of the first cell. */
  readonly feed: string
  /** Whether the apps are built: clients of the API alone need none. */
  readonly app: boolean
  /** Called with the slot of each frame that the first cell has committed. */
  readonly onFrame: (slot: number) => void
  readonly logger: Logger
  readonly print: (line: string) => void
}

/** The servers of all cells, and the fronts before them. */
export interface CellServers {
  /** Where each front is reached, by the customers of all cells. */
  readonly origins: readonly string[]
  /** That of the first. */
  readonly origin: string
  readonly inviteCode: string
  readonly servers: ReadonlyMap<number, Candor>
  /** Settles with a sentence when a server ends unexpectedly and cannot be restarted. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

const frontAddress = '127.0.0.1'

/** Starts a server for each cell of a platform, and the fronts. Throws LaunchError. */
export async function startCellServers(platform: CellPlatform, options: CellServersOptions): Promise<CellServers> {
  const servers = new Map<number, Candor>()
  const fronts: FrontServer[] = []
  const stop = async () => {
    await Promise.all(fronts.map((front) => front.stop()))
    await Promise.all(Array.from(servers.values(), (server) => server.stop()))
  }
  try {
    const numbers = [...platform.cells.keys()]
    await prepareFolders(numbers, options)
    for (const number of numbers) servers.set(number, await startServer(platform, number, options))
    const consoles = new Map(Array.from(servers, ([number, { consoleOrigin }]) => [number, consoleOrigin]))
    await noteConsoles(platform.owners.directory, consoles)
    const addresses = new Map(Array.from(servers, ([number, { origin }]) => [number, origin]))
    for (let place = 0; place < (options.fronts ?? 1); place += 1)
      fronts.push(await startFront(frontOf(platform, options, { addresses, place })))
    const origins = fronts.map(({ port }) => originOf(options.host, port))
    const [origin = ''] = origins
    return {
      origin,
      origins,
      inviteCode,
      servers,
      failed: Promise.race(Array.from(servers.values(), ({ failed }) => failed)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function frontOf(
  platform: CellPlatform,
  { port, host, trustedProxies = [], logger }: CellServersOptions,
  { addresses, place }: { readonly addresses: ReadonlyMap<number, string>; readonly place: number },
): FrontOptions {
  const directoryUrl = platform.directory.frontUrl
  return { port: port + place, host, addresses, directoryUrl, trustedProxies, countryHeader: '', logger }
}

const folderOf = (folder: string, cell: number) => join(folder, `server-${cell}`)

/**
 * Gives the servers of all cells the keys of the first, so that what a customer takes along can be opened. Keys that
 * sign a log are each cell's own: two logs under one key would be two histories.
 */
async function prepareFolders(cells: readonly number[], { folder, passwords }: CellServersOptions): Promise<void> {
  const { secrets } = await openDataFolder(folderOf(folder, 1))
  for (const cell of cells) {
    const own = await openDataFolder(folderOf(folder, cell))
    const { ticksLogKey, eventsLogKey, acceptanceKey } = own.secrets
    await storeSecrets(own, {
      ...secrets,
      appPassword: passwords.app,
      marketPassword: passwords.market,
      watcherPassword: passwords.watcher,
      ticksLogKey,
      eventsLogKey,
      acceptanceKey,
    })
  }
}

function startServer(platform: CellPlatform, number: number, options: CellServersOptions): Promise<Candor> {
  const cell = platform.cells.get(number)
  if (cell === undefined) throw new Error(`there is no cell ${number}`)
  const port = options.port + 10 * number
  const config = parseConfig({
    CANDOR_DATA: folderOf(options.folder, number),
    DATABASE_URL: cell.ownerUrl,
    CANDOR_DIRECTORY_URL: platform.directory.cellUrl,
    CANDOR_HOST: frontAddress,
    CANDOR_PORT: String(port),
    CANDOR_CONSOLE_PORT: String(port + 1),
    CANDOR_TRUST_PROXY: frontAddress,
    CANDOR_INVITE: inviteCode,
    CANDOR_LOG_HOST: `cell-${number}.localhost`,
    CANDOR_FEED: options.feed,
  })
  return startCandor(config, (line) => options.print(`Cell ${number}: ${line}`), {
    app: options.app,
    market: number === 1,
    onFrame: options.onFrame,
  })
}
