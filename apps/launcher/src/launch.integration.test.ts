import { readFileSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { descendantsOf, launchCandor, stillRunning } from './launched-candor.ts'
import type { LaunchedCandor } from './launched-candor.ts'

const checkpointsSchema = z.object({
  data: z.object({ shards: z.array(z.object({ log: z.string(), shard: z.string(), size: z.int() })) }),
})

/** Of nobody's wallet: the root of the first test vector of BIP 32. */
const testXpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'

interface Copy {
  readonly candor: LaunchedCandor
  readonly port: number
  readonly data: string
}

let folder: string
let one: Copy
let two: Copy

/** The process of a role below a launcher, or 0. */
function pidOf(candor: LaunchedCandor, role: string): number {
  return [...descendantsOf(candor.pid)].find(([, command]) => command.includes(`/run-${role}.mjs`))?.[0] ?? 0
}

/** The names of the variables that a process was given. */
function environmentOf(candor: LaunchedCandor, role: string): string[] {
  const environment = readFileSync(`/proc/${pidOf(candor, role)}/environ`, 'utf8').split('\0')
  return environment.flatMap((variable) => variable.split('=')[0] ?? [])
}

async function frameSlot(candor: LaunchedCandor): Promise<number> {
  const metrics = await (await fetch(candor.value('Metrics'))).text()
  return Number(/^candor_frame_slot (\S+)/m.exec(metrics)?.[1])
}

async function launch(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Copy> {
  const port = await freePort()
  const data = join(folder, name)
  return { candor: launchCandor(['--port', String(port), '--data', data], { environment }), port, data }
}

/** Launches a configuration that must be refused, and returns its output. */
async function refusal(...flags: string[]): Promise<string> {
  const candor = launchCandor(flags)
  expect(await candor.ended).toBe(1)
  return candor.text().trim()
}

const aSentence = (text: string) => expect.stringMatching(new RegExp(`(^|\\n)[^\\n]*${text}[^\\n]*\\.$`))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-launch-'))
  await chmod(folder, 0o755)
  one = await launch('one', { CANDOR_ETH_RPC_URL: 'http://127.0.0.1:9', CANDOR_ETH_XPUB: testXpub })
  two = await launch('two')
  await Promise.all([one.candor.ready, two.candor.ready])
})

afterAll(async () => {
  for (const { candor } of [one, two]) {
    try {
      candor.interrupt()
    } catch {
      // It has already ended.
    }
    await candor.ended
  }
  for (const { data } of [one, two]) await rm(await realpath(join(data, 'postgres')), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  test('runs two copies side by side, each with its own port, metrics, data and invitation code', async () => {
    for (const { candor, port } of [one, two]) {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      expect(await (await fetch(candor.value('Metrics'))).text()).toContain('candor_frame_slot')
    }
    for (const name of ['Invitation code', 'Console', 'Metrics', 'Data folder'])
      expect(one.candor.value(name)).not.toBe(two.candor.value(name))
  })

  test('serves the console on a port of its own, and not on that of customers', async () => {
    const address = one.candor.value('Console')
    expect(address).toMatch(/^http:\/\/localhost:\d+\/$/)
    expect(await (await fetch(address)).text()).toContain('Candor console')
    const statusOf = async (origin: string) => (await fetch(`${origin}operator/me`, { method: 'POST' })).status
    expect(await statusOf(address)).toBe(408)
    expect(await statusOf(`http://localhost:${one.port}/`)).toBe(404)
    expect((await fetch(`http://localhost:${one.port}/console/`)).status).toBe(404)
  })

  test('refuses a port that is taken, for the app, the console and the metrics, each in one sentence', async () => {
    const metricsPort = new URL(one.candor.value('Metrics')).port
    const data = join(folder, 'third')
    const [port, forConsole, forMetrics] = await Promise.all([
      refusal('--port', String(one.port), '--data', data),
      refusal('--port', String(await freePort()), '--console-port', String(one.port), '--data', data),
      refusal('--port', String(await freePort()), '--metrics-port', metricsPort, '--data', data),
    ])
    expect(port).toBe(`Port ${one.port} is taken by another program; choose another with --port.`)
    expect(forConsole).toBe(`Port ${one.port} is taken by another program; choose another with --console-port.`)
    expect(forMetrics).toBe(`Port ${metricsPort} is taken by another program; choose another with --metrics-port.`)
  })

  test('refuses a data folder in use, and live mode, and leaves the running copy alone', async () => {
    const [inUse, live] = await Promise.all([
      refusal('--port', String(await freePort()), '--data', one.data),
      refusal('--port', String(await freePort()), '--data', join(folder, 'live'), '--mode', 'live'),
    ])
    expect(inUse).toEqual(aSentence('Another Candor is running on the data folder'))
    expect(live).toContain('does not start in live mode')
    expect((await fetch(`http://127.0.0.1:${one.port}/readyz`)).status).toBe(200)
  })

  test.skipIf(process.platform !== 'linux')('gives each process its own database address and secrets only', () => {
    const [server, market, watcher, verifier, log] = ['server', 'market', 'watcher', 'verifier', 'log'].map((role) =>
      environmentOf(one.candor, role),
    )
    const databases = (environment: string[] = []) => environment.filter((name) => name.endsWith('DATABASE_URL'))
    expect(databases(server)).toEqual(['CANDOR_APP_DATABASE_URL'])
    expect(databases(market)).toEqual(['CANDOR_MARKET_DATABASE_URL'])
    expect(databases(watcher)).toEqual(['CANDOR_WATCHER_DATABASE_URL'])
    expect(databases(verifier)).toEqual(['CANDOR_VERIFIER_DATABASE_URL'])
    expect(databases(log)).toEqual(['CANDOR_LOG_DATABASE_URL'])
    expect(log).toEqual(expect.arrayContaining(['CANDOR_TICKS_LOG_KEY', 'CANDOR_EVENTS_LOG_KEY']))
    for (const other of [server, market, watcher, verifier]) expect(other).not.toContain('CANDOR_TICKS_LOG_KEY')
    const keys = ['CANDOR_SECRET', 'CANDOR_VAULT_KEY', 'CANDOR_PUSH_KEY', 'CANDOR_SANDBOX_REVIEWER']
    expect(server).toEqual(expect.arrayContaining(keys))
    for (const other of [market, watcher, verifier, log]) for (const key of keys) expect(other).not.toContain(key)
    expect(watcher).toEqual(expect.arrayContaining(['CANDOR_ETH_RPC_URL', 'CANDOR_ETH_XPUB']))
    for (const other of [server, market, verifier, log]) expect(other).not.toContain('CANDOR_ETH_RPC_URL')
    expect(market).toContain('CANDOR_KRAKEN_URL')
    expect(server).not.toContain('CANDOR_KRAKEN_URL')
  })

  test('seals prices and events in logs whose checkpoints and files the server serves', async () => {
    const origin = `http://127.0.0.1:${one.port}`
    const signed = async () => {
      const response = await fetch(`${origin}/api/transparency/checkpoints`, {
        method: 'POST',
        body: new URLSearchParams(),
      })
      return z.parse(checkpointsSchema, await response.json()).data.shards.filter(({ size }) => size > 0)
    }
    await expect
      .poll(async () => (await signed()).map(({ log }) => log).toSorted(), { timeout: 30_000, interval: 500 })
      .toEqual(['events', 'ticks'])
    for (const { log, shard } of await signed()) {
      const [name = '', size = ''] = (await (await fetch(`${origin}/log/${log}/${shard}/checkpoint`)).text()).split(
        '\n',
      )
      expect(name).toBe(`localhost/${log}/${shard}`)
      const width = Math.min(Number(size), 256)
      const tile = await fetch(`${origin}/log/${log}/${shard}/tile/0/000${width === 256 ? '' : `.p/${width}`}`)
      expect((await tile.bytes()).length).toBe(32 * width)
    }
  })

  test.skipIf(process.platform !== 'linux')('ends with everything that it started on one Ctrl-C', async () => {
    const started = descendantsOf(one.candor.pid)
    expect([...started.values()].join('\n')).toMatch(
      /(?=[^]*bin\/postgres -D )(?=[^]*\/run-server\.mjs)(?=[^]*\/run-market\.mjs)(?=[^]*\/run-watcher\.mjs)/,
    )
    one.candor.interrupt()
    expect(await one.candor.ended).toBe(0)
    expect(one.candor.text()).toContain('Stopped.')
    await expect.poll(() => stillRunning([...started.keys()])).toEqual([])
    expect((await fetch(`http://127.0.0.1:${two.port}/readyz`)).status).toBe(200)
  })

  test.skipIf(process.platform !== 'linux').each(['server', 'market'])(
    'starts the %s again when it dies, at the same addresses',
    async (role) => {
      const first = pidOf(two.candor, role)
      const console = two.candor.value('Console')
      const slotBefore = await frameSlot(two.candor)
      process.kill(first, 'SIGKILL')
      const state = async () => ({
        isNew: ![0, first].includes(pidOf(two.candor, role)),
        isReady: (await fetch(`http://127.0.0.1:${two.port}/readyz`)).ok,
        hasConsole: (await fetch(console)).ok,
        hasNewFrames: (await frameSlot(two.candor)) > slotBefore + 2,
      })
      await expect.poll(state).toEqual({ isNew: true, isReady: true, hasConsole: true, hasNewFrames: true })
    },
  )

  test('ends with one sentence when PostgreSQL dies and does not start again', async () => {
    const cluster = await realpath(join(two.data, 'postgres'))
    await appendFile(join(cluster, 'postgresql.conf'), '\nno_such_setting = 1\n')
    process.kill(Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
    expect(await two.candor.ended).toBe(1)
    const said = two.candor.text().split('Ctrl-C stops it.')[1]?.trim()
    expect(said).toMatch(/^PostgreSQL ended, and did not start again: [^\n]+$/)
  })
})
