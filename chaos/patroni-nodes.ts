import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { databaseName } from '../apps/launcher/src/database.ts'
import { parseDatabaseAddress } from '../apps/server/src/platform/postgres/database-address.ts'
import { chooseAccount, giveTo } from '../apps/server/src/platform/postgres/embedded-account.ts'
import type { Account } from '../apps/server/src/platform/postgres/embedded-account.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import type { PatroniPrograms } from './patroni-programs.ts'

const password = 'throw-away'
const wholeWithinMs = 120_000

/** In seconds, as ops/roles.md says for an installation: a lease, and how often it is renewed. */
const timings = { ttl: 10, loop_wait: 2, retry_timeout: 4 } as const
/**
 * A standby that finds no slot at a new primary yet tries again after this time, not after 5 s: writes wait for it.
 * What is kept of the log lets a server that was away follow without a copy.
 */
const parameters = { wal_retrieve_retry_interval: '500ms', wal_keep_size: '256MB' } as const
/** A service manager starts a Patroni that died after this time. */
const restartMs = 500
/** What is away so long has lost the lease of its Patroni. */
const awayMs = (timings.ttl + timings.loop_wait) * 1_000
/** Within this time, Patroni notices that a server is dead. */
const noticedMs = 2 * timings.loop_wait * 1_000

/**
 * How the primary dies: PostgreSQL alone; its machine, which is away for longer than the lease; or its Patroni, which a
 * service manager starts again at once, or which is away as long while its PostgreSQL goes on.
 */
export type PrimaryDeath = 'server' | 'machine' | 'patroni' | 'patroni-away'

/** PostgreSQL servers under Patroni, of which one is the primary's synchronous standby, with etcd and HAProxy. */
export interface PatroniNodes {
  /** The primary through HAProxy, as the owner. */
  readonly balancedUrl: string
  /** All servers, of which a client finds the primary itself. */
  readonly hostsUrl: string
  /** Waits until all nodes run, one as a synchronous standby, and returns the primary's name. */
  whole(): Promise<string>
  /** SIGKILL of the primary. Returns once it is dead; what is away comes back by itself. */
  killPrimary(death: PrimaryDeath): Promise<void>
  /** Waits until what was killed runs again, and all nodes with it. */
  recovered(): Promise<void>
  close(): Promise<void>
}

interface Node {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly apiPort: number
}

interface Plan {
  readonly folder: string
  readonly account: Account | null
  readonly programs: PatroniPrograms
  readonly nodes: readonly Node[]
  readonly etcdPort: number
  readonly balancerPort: number
}

/** Starts nodes with an empty database `candor`, in a folder and on ports of its own. */
export async function openPatroniNodes(programs: PatroniPrograms, count: number): Promise<PatroniNodes> {
  const plan = await planNodes(programs, count)
  const running = new Map<string, ChildProcess>()
  const begin = async (name: string, program: string, words: readonly string[]) => {
    const log = openSync(join(plan.folder, `${name}.log`), 'a')
    const child = spawn(program, words, {
      ...(plan.account ?? {}),
      cwd: plan.folder,
      env: { PATH: process.env['PATH'], HOME: plan.folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    })
    child.on('error', () => undefined)
    running.set(name, child)
  }
  const beginNode = ({ name }: Node) => begin(name, programs.patroni, [join(plan.folder, `${name}.yml`)])
  const returning: Promise<void>[] = []
  let isClosing = false
  const whole = () => untilWhole(plan)
  const killPrimary = async (death: PrimaryDeath) => {
    const primary = plan.nodes.find(({ name }) => name === namedPrimary)
    if (primary === undefined) throw new Error('no primary was found to be killed')
    if (death !== 'server') running.get(primary.name)?.kill('SIGKILL')
    if (death === 'server' || death === 'machine') await killServer(primary)
    const downMs = { server: null, patroni: restartMs, machine: awayMs, 'patroni-away': awayMs }[death]
    if (downMs === null) return
    returning.push(sleep(downMs).then(() => (isClosing ? undefined : beginNode(primary))))
  }
  const recovered = async () => {
    await Promise.all(returning)
    await sleep(noticedMs)
    namedPrimary = await whole()
  }
  let namedPrimary = ''
  const close = async () => {
    isClosing = true
    await Promise.all(returning)
    for (const child of running.values()) await ended(child, 'SIGKILL')
    for (const node of plan.nodes) await killServer(node).catch(() => undefined)
    await sleep(500)
    await rm(plan.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    await begin('etcd', programs.etcd, etcdWords(plan))
    for (const node of plan.nodes) await beginNode(node)
    await begin('haproxy', programs.haproxy, ['-db', '-f', join(plan.folder, 'haproxy.cfg')])
    namedPrimary = await whole()
    await makeDatabase(plan)
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...addressesOf(plan),
    whole: async () => (namedPrimary = await whole()),
    killPrimary,
    recovered,
    close,
  }
}

async function planNodes(programs: PatroniPrograms, count: number): Promise<Plan> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-nodes-'))
  await chmod(folder, 0o755)
  const account = await chooseAccount(folder)
  const nodes: Node[] = []
  for (let nth = 1; nth <= count; nth += 1) {
    const name = `node${nth}`
    nodes.push({ name, folder: join(folder, name), port: await freePort(), apiPort: await freePort() })
  }
  const plan = { folder, account, programs, nodes, etcdPort: await freePort(), balancerPort: await freePort() }
  for (const node of nodes) await mkdir(node.folder, { mode: 0o700 })
  for (const node of nodes)
    await writeFile(join(folder, `${node.name}.yml`), JSON.stringify(patroniSettings(plan, node)))
  await writeFile(join(folder, 'haproxy.cfg'), balancerSettings(plan))
  await giveTo(account, folder)
  return plan
}

function etcdWords({ folder, etcdPort }: Plan): string[] {
  const url = `http://127.0.0.1:${etcdPort}`
  return ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url].concat(
    // No other member ever joins; the port is the system's choice.
    ['--listen-peer-urls', 'http://127.0.0.1:0', '--log-level', 'warn'],
  )
}

/** Written as JSON, which is YAML, too. */
function patroniSettings({ etcdPort, programs }: Plan, { name, folder, port, apiPort }: Node): object {
  const api = `127.0.0.1:${apiPort}`
  const user = (username: string) => ({ username, password })
  return {
    scope: 'candor',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: {
        ...timings,
        // A primary whose server died is replaced at once, instead of being recovered.
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: programs.postgres,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: user('postgres'), replication: user('replicator'), rewind: user('rewinder') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: folder, max_connections: 200, ...parameters },
    },
  }
}

function balancerSettings({ balancerPort, nodes }: Plan): string {
  const servers = nodes.map(({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`)
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 3s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${balancerPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

function addressesOf({ balancerPort, nodes }: Plan): { balancedUrl: string; hostsUrl: string } {
  const address = (hosts: string) => `postgres://postgres:${password}@${hosts}/candor`
  return {
    balancedUrl: address(`127.0.0.1:${balancerPort}`),
    hostsUrl: address(nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')),
  }
}

async function makeDatabase(plan: Plan): Promise<void> {
  const address = parseDatabaseAddress(addressesOf(plan).hostsUrl.replace(/candor$/, 'postgres')) ?? ''
  await withPool(address, 'chaos-nodes', (owner) => owner.query(`create database ${databaseName}`))
}

const clusterSchema = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.optional(z.number()) }),
  ),
})

/**
 * Waits until every node runs, on the leader's timeline, and one of them is its synchronous standby. A former leader
 * runs for a moment before Patroni finds that it has to be rewound: on its own timeline, it could not take over.
 */
async function untilWhole({ folder, nodes }: Plan): Promise<string> {
  const lastLines = async () => (await Promise.all(nodes.map(({ name }) => lastLinesOf(folder, name)))).join('\n')
  const giveUpAtMs = performance.now() + wholeWithinMs
  let seen = ''
  for (;;) {
    for (const { apiPort } of nodes) {
      const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => null)
      const { data } = z.safeParse(clusterSchema, await response?.json().catch(() => null))
      const running = data?.members.filter(({ state }) => state === 'running' || state === 'streaming') ?? []
      const leader = running.find(({ role }) => role === 'leader')
      const followers = running.filter(({ timeline }) => timeline === leader?.timeline)
      const standby = followers.find(({ role }) => role === 'sync_standby')
      if (leader !== undefined && standby !== undefined && followers.length === nodes.length) return leader.name
      seen = JSON.stringify(data ?? null)
    }
    if (performance.now() > giveUpAtMs) throw new Error(`the nodes did not become whole: ${seen}\n${await lastLines()}`)
    await sleep(200)
  }
}

/** The end of what a node and its PostgreSQL have logged. */
async function lastLinesOf(folder: string, name: string): Promise<string> {
  const log = await readFile(join(folder, `${name}.log`), 'utf8').catch(String)
  return `${name}:\n${log.slice(-3_000)}`
}

async function killServer({ folder }: Node): Promise<void> {
  const data = join(folder, 'data')
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  // The file outlives its process, whose number may be another's by now.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (command.includes(data)) process.kill(pid, 'SIGKILL')
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await exit
}
