import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { defaultCallLimits } from '../../../server/src/platform/rate-limit/index.ts'
import { startRounds } from '../../../server/src/platform/rounds.ts'
import { createCells } from './cells.ts'
import { findLogin, findNamedCell, findPasskey, findVisit, readCells, readFrontKey } from './front-store.ts'
import { startFrontServer } from './front-server.ts'
import type { FrontServer } from './front-server.ts'
import type { ForwardingRules } from './requests.ts'

export interface FrontOptions extends ForwardingRules {
  readonly port: number
  readonly host: string
  /** The addresses of the cells' servers, which name the front in CANDOR_TRUST_PROXY. */
  readonly addresses: ReadonlyMap<number, string>
  /** The directory's database, which is the router, too, as `candor_front`. */
  readonly directoryUrl: string
  readonly logger: Logger
}

const maxConnections = 20_000
/** A login waits no longer for a directory that is away. */
const poolLimits = { maxConnections: 8, connectTimeoutMs: 3_000, queryTimeoutMs: 5_000 } as const
const weightsEveryMs = 10_000

/**
 * Starts a front of a platform. Several choose the same cells: what one of them remembers, another one looks up. Throws
 * where the directory is away or the port is taken.
 */
export async function startFront(options: FrontOptions): Promise<FrontServer> {
  const { addresses, directoryUrl, logger } = options
  const directory = createPool(directoryUrl, 'front', poolLimits)
  try {
    let weights = await readCells(directory)
    const secret = await readFrontKey(directory)
    const cells = createCells({
      addresses,
      weights: () => weights,
      findNamed: (name) => findNamedCell(directory, name),
      findLogin: (cell, { hash }) => findLogin(directory, cell, hash),
      findPasskey: (cell, { text }) => findPasskey(directory, cell, text),
      findVisit: (cell, { hash }) => findVisit(directory, cell, hash),
      secret,
      nowMs: systemClock.nowMs,
      random: Math.random,
    })
    const { networkConnections: perNetwork } = defaultCallLimits
    const server = await startFrontServer({
      ...options,
      cells,
      connections: { total: maxConnections, perNetwork },
      logger,
    })
    const rounds = startRounds(
      async () => {
        weights = await readCells(directory).catch(() => weights)
      },
      { everyMs: weightsEveryMs },
    )
    return {
      port: server.port,
      stop: async () => {
        await rounds.stop()
        await server.stop()
        await directory.end()
      },
    }
  } catch (error) {
    await directory.end()
    throw error
  }
}
