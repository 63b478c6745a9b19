import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { release as kernelVersion } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerRole, prepareCluster } from './embedded-cluster.ts'
import type { Cluster, ClusterOptions } from './embedded-cluster.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { endOrphans } from './embedded-orphans.ts'

export { EmbeddedPostgresError } from './embedded-error.ts'

const startTimeoutMs = 60_000
const staleLockRetryMs = 6_000
const stopTimeoutMs = 30_000

/** Start options. `durable: false` switches fsync off and is for throw-away test clusters only. */
export interface EmbeddedPostgresOptions extends ClusterOptions {
  /** Defaults to a free port. */
  readonly port?: number
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running PostgreSQL that is ours. */
export interface EmbeddedPostgres {
  /** The owner's address of the database `postgres`. */
  readonly url: string
  readonly port: number
  /** The postmaster's process id; it changes with `restart`. */
  readonly pid: number
  /** Settles when the postmaster ends, expectedly or not. */
  readonly exited: Promise<void>
  /** Stops within half a minute: a fast shutdown, then an immediate one. */
  stop(): Promise<void>
  /** SIGKILL, as a power cut would. Acknowledged commits survive it where `durable`. */
  kill(): Promise<void>
  /** Starts again after `stop` or `kill`, on the same port. */
  restart(): Promise<void>
}

/**
 * Starts PostgreSQL in `dataDir`, creating the cluster on first use. Throws EmbeddedPostgresError with one clear
 * sentence.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options)
  const logFile = `${options.dataDir}.log`
  const port = options.port ?? (await freePort())
  const { durable, settings = {} } = options
  const start = () => startPostmaster(cluster, { port, durable, logFile, settings })
  let postmaster = await start()
  return {
    url: `postgres://${ownerRole}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    port,
    get pid() {
      return postmaster.pid
    },
    get exited() {
      return postmaster.exited
    },
    stop: () => stopPostmaster(postmaster),
    kill: () => killPostmaster(postmaster),
    async restart() {
      postmaster = await start()
    },
  }
}

/**
 * Ports below those that systems hand out by themselves (from 32768 on Linux, from 49152 elsewhere): until its process
 * listens, a port is taken neither by an outgoing connection nor by a server that asked for any port.
 */
const ownPorts = { from: 20_000, blocks: 120, size: 100 }
let nextPort = 0

/**
 * A port that nothing listens on at 127.0.0.1, and none of `reserved`. A process returns none twice before it has
 * returned a hundred, and processes with neighbouring numbers choose from different ones. Throws where all of them are
 * taken.
 */
export async function freePort(reserved: readonly number[] = []): Promise<number> {
  const first = ownPorts.from + (process.pid % ownPorts.blocks) * ownPorts.size
  for (let tries = 0; tries < ownPorts.size; tries += 1) {
    const port = first + (nextPort++ % ownPorts.size)
    if (!reserved.includes(port) && (await isFree(port))) return port
  }
  throw new EmbeddedPostgresError(`All ports from ${first} to ${first + ownPorts.size - 1} are taken.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listens = await new Promise<boolean>((resolve) =>
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  )
  if (listens) await new Promise((resolve) => probe.close(resolve))
  return listens
}

interface Postmaster {
  readonly pid: number
  readonly exited: Promise<void>
  readonly child: ChildProcess
  /** Lets the guard go without stopping PostgreSQL. */
  release(): void
}

interface StartSettings {
  readonly port: number
  readonly durable: boolean
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}

/** Starts PostgreSQL, retrying while a killed predecessor or its processes, which are ended, still hold the folder. */
async function startPostmaster(cluster: Cluster, settings: StartSettings): Promise<Postmaster> {
  const giveUpAtMs = performance.now() + staleLockRetryMs
  for (;;) {
    const attempt = await tryStart(cluster, settings)
    if (attempt.postmaster) return attempt.postmaster
    if (!isHeldByOthers(attempt.complaint)) throw explain(cluster, attempt.complaint)
    if (performance.now() > giveUpAtMs) throw explain(cluster, attempt.complaint)
    if (isHeldByOrphans(attempt.complaint)) await endOrphans(cluster.dir)
    await sleep(100)
  }
}

type Attempt = { postmaster: Postmaster } | { postmaster: null; complaint: string }

async function tryStart(cluster: Cluster, settings: StartSettings): Promise<Attempt> {
  const log = await open(settings.logFile, 'a', 0o600)
  const { size: logStart } = await log.stat()
  // A process group of its own: Ctrl-C in the terminal must reach PostgreSQL last, through us.
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), postmasterFlags(cluster, settings), {
    ...(cluster.account ?? {}),
    detached: true,
    cwd: cluster.dir,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log.fd, log.fd],
  })
  // Registered before any await: a postmaster refused by its lock file exits within milliseconds, and the event is
  // emitted once.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const { pid } = child
  // Before any await as well: killed in between, we would leave a PostgreSQL that lets no later one start.
  const release = pid === undefined ? null : guard(pid)
  await log.close()
  if (pid === undefined || release === null) return { postmaster: null, complaint: 'the program could not be executed' }
  if (await becomesReady(cluster.dir, pid, exited)) return { postmaster: { pid, exited, child, release } }
  release()
  child.kill('SIGQUIT')
  return { postmaster: null, complaint: (await readFile(settings.logFile)).subarray(logStart).toString('utf8') }
}

function postmasterFlags(cluster: Cluster, settings: StartSettings): string[] {
  const configuration = {
    listen_addresses: '127.0.0.1',
    port: String(settings.port),
    // No socket file: its path may be too long, and its folder closed to PostgreSQL's account.
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(syncsWholeDisk() ? { recovery_init_sync_method: 'syncfs' } : {}),
    // A statement ends soon after the process that asked for it. Windows cannot tell.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '1s' }),
    ...(settings.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings.settings,
  }
  return ['-D', cluster.dir, ...Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * Whether a recovery may flush the whole disk at once, and not some thousand files one by one. Before Linux 5.8 it
 * would not learn of failed writes (https://www.postgresql.org/docs/18/runtime-config-error-handling.html).
 */
function syncsWholeDisk(): boolean {
  const [major = 0, minor = 0] = kernelVersion().split('.').map(Number)
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
}

/**
 * Stops PostgreSQL if this process dies without doing so: a shell waits for the end of a pipe that only we hold open.
 * Returns a function that dismisses it. Windows has no such shell; there the next start finds an orphan.
 */
function guard(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  const watcher = spawn('/bin/sh', ['-c', 'read -r word || kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => undefined)
  watcher.stdin.on('error', () => undefined)
  watcher.unref()
  return () => watcher.stdin.end('dismissed\n')
}

async function becomesReady(dir: string, pid: number, exited: Promise<void>): Promise<boolean> {
  let hasExited = false
  void exited.then(() => (hasExited = true))
  const giveUpAtMs = performance.now() + startTimeoutMs
  while (!hasExited && performance.now() < giveUpAtMs) {
    // PostgreSQL's own lock file tells its state: line 1 is its process, line 8 says "ready", or "standby" of a copy
    // that follows another server.
    const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[0]?.trim() === String(pid) && /^(?:ready|standby)\s*$/.test(lines[7] ?? '')) return true
    await sleep(15)
  }
  return false
}

function isHeldByOthers(complaint: string): boolean {
  return /lock file .* already exists|is still in use/.test(complaint)
}

/** PostgreSQL says so only once it has seen that the postmaster of the lock file is gone. */
function isHeldByOrphans(complaint: string): boolean {
  return complaint.includes('pre-existing shared memory block')
}

function explain(cluster: Cluster, complaint: string): EmbeddedPostgresError {
  if (isHeldByOthers(complaint)) {
    const pid = /PID (\d+)/.exec(complaint)?.[1]
    return new EmbeddedPostgresError(
      `Another Candor is running on the data folder ${cluster.dir}${pid === undefined ? '' : ` (PostgreSQL process ${pid})`}.`,
    )
  }
  const fatal = /(?:FATAL|PANIC|postgres: error|could not)[^\n]*/.exec(complaint)?.[0] ?? complaint.trim()
  return new EmbeddedPostgresError(`PostgreSQL did not start in ${cluster.dir}: ${fatal}`)
}

async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  postmaster.child.kill('SIGINT')
  const isStopped = await Promise.race([
    postmaster.exited.then(() => true),
    sleep(stopTimeoutMs, false, { ref: false }),
  ])
  if (!isStopped) postmaster.child.kill('SIGQUIT')
  await postmaster.exited
  postmaster.release()
}

async function killPostmaster(postmaster: Postmaster): Promise<void> {
  postmaster.child.kill('SIGKILL')
  await postmaster.exited
  postmaster.release()
}
