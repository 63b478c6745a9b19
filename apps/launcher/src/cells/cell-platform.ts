import { join } from 'node:path'
import type { Pool } from 'pg'
import {
  addCells,
  becomeCell,
  copyMarket,
  directoryRoot,
  installRouter,
  publishTerms,
  spreadTerms,
} from '../../../server/src/modules/cells/index.ts'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { addressFor, enableLogin, migrate } from '../../../server/src/platform/postgres/migrate.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { seed } from '../../../server/src/roles/seed.ts'
import { randomKey } from '../data-folder.ts'
import { databaseName, ensureDatabase } from '../database.ts'
import type { CellPrograms } from './cell-programs.ts'

/** One database of the platform, with its server's addresses by role. */
export interface PlatformDatabase {
  readonly postgres: EmbeddedPostgres
  readonly ownerUrl: string
  readonly appUrl: string
  readonly marketUrl: string
}

/** The directory's database, with its addresses for servers of cells and the front. */
export interface PlatformDirectory extends PlatformDatabase {
  readonly cellUrl: string
  readonly frontUrl: string
}

/** A platform of cells on one machine. The directory's database is the router, too. */
export interface CellPlatform {
  readonly directory: PlatformDirectory
  /** The cells by their numbers, from 1. */
  readonly cells: ReadonlyMap<number, PlatformDatabase>
  /** Pools of the owner. */
  readonly owners: { readonly directory: Pool; readonly cells: ReadonlyMap<number, Pool> }
  /** The functions that the router takes. */
  readonly routed: readonly string[]
  stop(): Promise<void>
}

export interface CellPlatformOptions {
  readonly programs: CellPrograms
  readonly folder: string
  readonly cells: number
  readonly durable: boolean
  /** Seeds each cell as a sandbox; else the cells are empty. */
  readonly isSeeded: boolean
  /** Further settings of each cell's server. */
  readonly settings?: Readonly<Record<string, string>>
  readonly passwords: PlatformPasswords
  readonly onProgress?: (line: string) => void
}

/** The passwords of a platform, which all of its servers share. */
export interface PlatformPasswords {
  readonly owner: string
  readonly app: string
  readonly market: string
  readonly watcher: string
  readonly cell: string
  readonly front: string
}

export function newPasswords(): PlatformPasswords {
  return {
    owner: randomKey(),
    app: randomKey(),
    market: randomKey(),
    watcher: randomKey(),
    cell: randomKey(),
    front: randomKey(),
  }
}

/** The invitation code of the house in every cell. */
export const inviteCode = 'CELLS1'

/**
 * Starts the directory and the cells, each a server of its own below the folder, and prepares them. What was prepared
 * by an earlier start is kept.
 */
export async function startCellPlatform(options: CellPlatformOptions): Promise<CellPlatform> {
  const { onProgress = () => undefined } = options
  const running: EmbeddedPostgres[] = []
  const pools: Pool[] = []
  const stop = async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    // The directory first: no call is sent to a cell that is stopping.
    for (const postgres of running) await postgres.stop()
  }
  const ownerOf = (database: PlatformDatabase, name: string) => {
    const pool = createPool(database.ownerUrl, name, { maxConnections: 4 })
    pools.push(pool)
    return pool
  }
  try {
    const directory = await startDirectory(options, running)
    onProgress('The directory is ready.')
    const cells = new Map<number, PlatformDatabase>()
    const owners = new Map<number, Pool>()
    for (let number = 1; number <= options.cells; number += 1) {
      const cell = await startDatabase(options, `cell-${number}`, running)
      cells.set(number, cell)
      owners.set(number, ownerOf(cell, `cell-${number}`))
      onProgress(`Cell ${number} is ready.`)
    }
    const owner = ownerOf(directory, 'directory')
    for (const [number, pool] of owners) await becomeCell(pool, number)
    await addCells(
      owner,
      Array.from(cells, () => 1),
    )
    if (options.isSeeded) await makeAlike(owner, owners)
    const routed = await route(options, { owner, cells, owners })
    return { directory, cells, owners: { directory: owner, cells: owners }, routed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startDirectory(options: CellPlatformOptions, running: EmbeddedPostgres[]): Promise<PlatformDirectory> {
  const database = await startDatabase(options, 'directory', running)
  const { cell, front } = options.passwords
  const as = (user: string, password: string) => addressFor(database.ownerUrl, { user, password })
  return { ...database, cellUrl: as('candor_cell', cell), frontUrl: as('candor_front', front) }
}

async function startDatabase(
  options: CellPlatformOptions,
  name: string,
  running: EmbeddedPostgres[],
): Promise<PlatformDatabase> {
  const { programs, folder, durable, passwords, settings = {} } = options
  const isDirectory = name === 'directory'
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, name),
    password: passwords.owner,
    durable,
    installed: programs.postgres,
    settings: isDirectory ? {} : settings,
  })
  running.push(postgres)
  const ownerUrl = addressFor(postgres.url, { database: databaseName })
  await ensureDatabase(postgres.url)
  await migrate(ownerUrl, isDirectory ? directoryRoot : undefined)
  await enableLogin(ownerUrl, 'candor_app', passwords.app)
  await enableLogin(ownerUrl, 'candor_watcher', passwords.watcher)
  await enableLogin(ownerUrl, 'candor_cell', passwords.cell)
  await enableLogin(ownerUrl, 'candor_front', passwords.front)
  if (!isDirectory) await enableLogin(ownerUrl, 'candor_market', passwords.market)
  if (!isDirectory && options.isSeeded) await seed(ownerUrl, { mode: 'sandbox', inviteCode })
  const as = (user: string, password: string) => addressFor(ownerUrl, { user, password })
  return {
    postgres,
    ownerUrl,
    appUrl: as('candor_app', passwords.app),
    marketUrl: as('candor_market', passwords.market),
  }
}

/** Gives all cells the market, the terms and the products of the first. Throws where one has others. */
async function makeAlike(directory: Pool, owners: ReadonlyMap<number, Pool>): Promise<void> {
  const first = owners.get(1)
  if (first === undefined) throw new Error('a platform has a first cell')
  for (const [number, owner] of owners) if (number > 1) await copyMarket(first, owner)
  await publishTerms(directory, first, Date.now())
  const [failed] = await spreadTerms(directory, owners)
  if (failed !== undefined) throw new Error(`cell ${failed[0]} did not take the terms: ${failed[1]}`)
}

async function route(
  { programs, passwords }: CellPlatformOptions,
  platform: {
    readonly owner: Pool
    readonly cells: ReadonlyMap<number, PlatformDatabase>
    readonly owners: ReadonlyMap<number, Pool>
  },
): Promise<string[]> {
  const catalogue = platform.owners.get(1)
  if (catalogue === undefined) throw new Error('a platform has a first cell')
  return installRouter(platform.owner, catalogue, {
    plproxy: programs.plproxy,
    cells: [...platform.cells.values()].map(({ postgres }) => ({
      host: '127.0.0.1',
      port: postgres.port,
      database: databaseName,
      passwords: {
        candor_app: passwords.app,
        candor_watcher: passwords.watcher,
        candor_cell: passwords.cell,
        candor_front: passwords.front,
      },
    })),
  })
}
