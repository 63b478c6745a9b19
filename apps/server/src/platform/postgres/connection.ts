import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hostsOf } from './database-address.ts'
import type { DatabaseHost } from './database-address.ts'

const probeWithinMs = 2_000
/** Once a host accepts writes, the others have so long to say that they do, too. */
const othersWithinMs = 250

/** Why none of several hosts was used. `code` is that of the first failure, as with a single host. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError'
  readonly code: string

  constructor(hosts: readonly DatabaseHost[], reasons: readonly unknown[]) {
    const sentences = hosts.map(({ host, port }, index) => `${host}:${port} ${reasonOf(reasons[index])}`)
    super(`no host accepts writes (${sentences.join('; ')})`)
    // A refused password is the operator's to put right; a host that is down may come back.
    const codes = reasons.map(codeOf)
    this.code = codes.find((code) => code.startsWith('28')) ?? codes.find((code) => code !== '') ?? ''
  }
}

class StandbyError extends Error {}

/** Several hosts accept writes, and nothing says which of them is the primary: each was promoted by itself. */
export class SeveralPrimariesError extends Error {
  override readonly name = 'SeveralPrimariesError'

  constructor(hosts: readonly DatabaseHost[]) {
    const names = hosts.map(({ host, port }) => `${host}:${port}`).join(' and ')
    super(`${names} all accept writes, each with a history of its own: stop those that are not the primary`)
  }
}

/** A host that accepts writes, with the number of its history, which each promotion raises. */
interface WritableHost {
  readonly host: DatabaseHost
  readonly timeline: number
}

/**
 * Which of the hosts of an address accepts writes. Found once, and again after a connection to it ended. A primary of
 * before a failover that still runs has an older history than the new one, and is not taken.
 */
class Primary {
  readonly #hosts: readonly DatabaseHost[]
  #known: DatabaseHost | null = null
  #search: Promise<DatabaseHost> | null = null

  constructor(hosts: readonly DatabaseHost[]) {
    this.#hosts = hosts
  }

  /** Calls during a search share it. Throws NoPrimaryError or SeveralPrimariesError. */
  find(): Promise<DatabaseHost> {
    if (this.#known !== null) return Promise.resolve(this.#known)
    this.#search ??= this.#probeAll().finally(() => (this.#search = null))
    return this.#search
  }

  forget(host: DatabaseHost): void {
    if (this.#known === host) this.#known = null
  }

  async #probeAll(): Promise<DatabaseHost> {
    const writable: WritableHost[] = []
    const probes = this.#hosts.map(async (host) => writable.push(await probe(host)))
    try {
      await Promise.any(probes)
    } catch (error) {
      throw new NoPrimaryError(this.#hosts, error instanceof AggregateError ? error.errors : [])
    }
    await Promise.race([Promise.allSettled(probes), sleep(othersWithinMs, undefined, { ref: false })])
    // In the order of the address: an operator reads the names of those that are too many.
    this.#known = newestOf(this.#hosts.flatMap((host) => writable.find((found) => found.host === host) ?? []))
    return this.#known
  }
}

/** The host with the newest history. Throws SeveralPrimariesError where two have it. */
function newestOf(writable: readonly WritableHost[]): DatabaseHost {
  const newest = Math.max(...writable.map(({ timeline }) => timeline))
  const [host, ...others] = writable.filter(({ timeline }) => timeline === newest).map((found) => found.host)
  if (host === undefined) throw new Error('no host was found')
  if (others.length > 0) throw new SeveralPrimariesError([host, ...others])
  return host
}

async function probe(host: DatabaseHost): Promise<WritableHost> {
  const client = new pg.Client({
    connectionString: host.address,
    application_name: 'candor-probe',
    connectionTimeoutMillis: probeWithinMs,
    query_timeout: probeWithinMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await requireWritable(client)
    return { host, timeline: await timelineOf(client) }
  } finally {
    // A host that does not respond must not delay the choice of another.
    void client.end().catch(() => undefined)
  }
}

/** The same question as libpq's for `target_session_attrs=read-write`. */
async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    "select current_setting('transaction_read_only')::boolean as is_read_only",
  )
  if (rows[0]?.is_read_only !== false) throw new StandbyError('is a standby')
}

/** A file of the log is named after its history: eight hexadecimal digits come first. */
async function timelineOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
  return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '', 16)
}

/** One for each address of a process: its pools share what they learn about the hosts. */
const primaries = new Map<string, Primary>()

function primaryOf(address: string, hosts: readonly DatabaseHost[]): Primary {
  const known = primaries.get(address) ?? new Primary(hosts)
  primaries.set(address, known)
  return known
}

/** How a pool or client reaches the database at an address of one host or several. */
export function connectionOf(address: string): { connectionString: string; Client: typeof pg.Client } {
  const hosts = hostsOf(address)
  const [first] = hosts
  if (first === undefined || hosts.length === 1) return { connectionString: address, Client: pg.Client }
  return { connectionString: first.address, Client: clientOf(primaryOf(address, hosts)) }
}

/** Makes a client that is not connected yet. */
export function createClient(address: string, config: Omit<pg.ClientConfig, 'connectionString'>): pg.Client {
  const { connectionString, Client } = connectionOf(address)
  return new Client({ ...config, connectionString })
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** A client that connects to the host that accepts writes when it connects. */
function clientOf(primary: Primary): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | void {
      const connected = this.#connectToPrimary()
      if (callback === undefined) return connected
      const report = callback as (error: Error | null, client?: pg.Client) => void
      connected.then(
        () => report(null, this),
        (error: Error) => report(error),
      )
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const host = await primary.find()
      Object.assign(this, { host: host.host, port: host.port })
      // A connection that ends is the first sign of another primary: it broke, or was given up without a response.
      for (const event of ['error', 'end'] as const) this.on(event, () => primary.forget(host))
      try {
        await super.connect()
        await requireWritable(this)
        return this
      } catch (error) {
        primary.forget(host)
        if (error instanceof StandbyError) void this.end().catch(() => undefined)
        throw error
      }
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function reasonOf(error: unknown): string {
  if (error instanceof StandbyError) return error.message
  return `failed: ${codeOf(error) || (error instanceof Error ? error.message : String(error))}`
}
