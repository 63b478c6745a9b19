import pg from 'pg'
import { connectionOf } from './connection.ts'

/** Type OIDs of the types that this project parses itself. */
const typeIds = { int8: 20, int8Array: 1016, numeric: 1700, numericArray: 1231 } as const

const parseInt8Array = (text: string): (bigint | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item)))

function refuseNumeric(): never {
  throw new Error('a numeric column reached the server: money and prices are int8')
}

const readAsUsual: (id: number) => (text: string) => unknown = pg.types.getTypeParser

/** How values are parsed: int8 as bigint, exactly; numeric not at all. Set per pool, never for the whole process. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number): (text: string) => unknown {
    if (id === typeIds.int8) return BigInt
    if (id === typeIds.int8Array) return parseInt8Array
    if (id === typeIds.numeric || id === typeIds.numericArray) return refuseNumeric
    return readAsUsual(id)
  },
}

/** Limits of a pool; the defaults suit the server's own roles. */
export interface PoolLimits {
  readonly maxConnections?: number
  readonly connectTimeoutMs?: number
  /** A query without a response for this long fails, as on a connection that died unnoticed; 0 is no limit. */
  readonly queryTimeoutMs?: number
  /** Uses the driver's own parsers: for a library that expects them. */
  readonly readsAsUsual?: boolean
}

/**
 * A connection is kept for so long without work. Opening one and planning its statements again takes more processor
 * time than a minute of the server's rounds.
 */
const idleConnectionMs = 300_000

/** Longer than the statement_timeout of the server's roles, which PostgreSQL enforces itself. */
const usualQueryTimeoutMs = 20_000

/** Opens a pool of connections. `name` shows in pg_stat_activity. int8 is read as bigint and numeric is refused. */
export function createPool(url: string, name: string, limits: PoolLimits = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    application_name: `candor-${name}`,
    max: limits.maxConnections ?? 10,
    connectionTimeoutMillis: limits.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: idleConnectionMs,
    keepAlive: true,
    query_timeout: limits.queryTimeoutMs ?? usualQueryTimeoutMs,
    ...(limits.readsAsUsual === true ? {} : { types }),
  })
  // The pool replaces idle connections that break; the next query reports whether the server is reachable.
  pool.on('error', () => undefined)
  // A connection that breaks while it changes hands has no error listener, and would end the process. Its queries fail
  // anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}

/** Opens a pool for `work`, of one connection unless `limits` says otherwise, and closes it afterwards. */
export async function withPool<T>(
  url: string,
  name: string,
  work: (pool: pg.Pool) => Promise<T>,
  limits: PoolLimits = {},
): Promise<T> {
  const pool = createPool(url, name, { maxConnections: 1, ...limits })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/**
 * Runs `work` in one transaction: commits its result, rolls back when it throws. An error from the commit itself leaves
 * the outcome unknown and is rethrown unchanged.
 */
export async function withTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    await client.query('begin')
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => (broken ??= rollbackError))
    throw error
  } finally {
    // A connection in an unknown state is discarded, and may emit errors until it has closed.
    if (broken === undefined) client.off('error', onError)
    client.release(broken)
  }
}
