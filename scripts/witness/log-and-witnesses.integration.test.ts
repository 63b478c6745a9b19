import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { parsePolicy } from '@candor/proof'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGuards } from '../../apps/server/src/modules/transparency/guard-store.ts'
import { createLogSigner } from '../../apps/server/src/modules/transparency/log-signer.ts'
import { newestCosigned } from '../../apps/server/src/modules/transparency/newest-cosigned.ts'
import type { SealedLog } from '../../apps/server/src/modules/transparency/sealer.ts'
import { openLogWorld, testKey } from '../../apps/server/src/modules/transparency/testing/log-world.ts'
import type { LogWorld } from '../../apps/server/src/modules/transparency/testing/log-world.ts'
import { WitnessRounds } from '../../apps/server/src/modules/transparency/witness-rounds.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { freePort } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import type { TestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'

const root = join(import.meta.dirname, '..', '..')
const signer = createLogSigner(testKey)
const shard = '2026h1'
const logKeys = ['ticks', 'events'].map((log) => signer.vkey(`log.test/${log}/${shard}`)).join(',')

interface WitnessProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly vkey: string
  readonly ended: Promise<number | null>
  text(): string
}

let databases: TestDatabase[] = []
let worlds: LogWorld[] = []
let processes: WitnessProcess[] = []
let outcomes: string[] = []

beforeEach(() => {
  databases = []
  worlds = []
  processes = []
  outcomes = []
})
afterEach(async () => {
  for (const { child, ended } of processes) {
    child.kill('SIGKILL')
    await ended
  }
  for (const world of worlds) await world.close()
  for (const database of databases) await database.close()
})

async function openWorld(): Promise<LogWorld> {
  const database = await openTestDatabase()
  databases.push(database)
  const world = await openLogWorld(database)
  worlds.push(world)
  world.clock.set(Date.now())
  return world
}

/** Runs `npm run witness` in a process of its own. Resolves once it listens or has ended. */
async function startProcess(folder: string, port: number): Promise<WitnessProcess> {
  const args = [
    '--log',
    logKeys,
    '--name',
    `${folder.split('/').at(-1)}.test`,
    '--data',
    folder,
    '--port',
    String(port),
  ]
  const child = spawn(process.execPath, [join(root, 'scripts/witness.ts'), ...args], { cwd: root })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const listens = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Its key: ')) resolve()
      })
  })
  await Promise.race([listens, ended])
  const started = {
    child,
    url: `http://127.0.0.1:${port}`,
    vkey: /Its key: (\S+)/.exec(text)?.[1] ?? '',
    ended,
    text: () => text,
  }
  processes.push(started)
  return started
}

function policyOf(witnesses: readonly WitnessProcess[], count: number | 'any' = 'any'): string {
  const lines = witnesses.map(({ vkey, url }, index) => `witness w${index} ${vkey} ${url}\n`)
  return `${lines.join('')}group g ${count} ${witnesses.map((_, index) => `w${index}`).join(' ')}\nquorum g\n`
}

function roundsOf(world: LogWorld, policy: string): WitnessRounds {
  return new WitnessRounds({
    pool: world.pool,
    folder: world.folder,
    data: world.folder,
    mode: 'live',
    witnesses: policy,
    ownWitness: '',
    signers: { ticks: { signer, former: null }, events: { signer, former: null } },
    clock: world.clock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    random: () => 0.5,
    onAsked: ({ outcome }) => outcomes.push(outcome),
  })
}

async function ask(world: LogWorld, rounds: WitnessRounds): Promise<string[]> {
  outcomes = []
  world.clock.advance(10_000)
  await rounds.round()
  await rounds.settled()
  return outcomes.toSorted((a, b) => a.localeCompare(b))
}

/** The leaves of the newest checkpoint that a policy accepts; null where there is none. */
async function acceptedSize(world: LogWorld, policy: string): Promise<number | null> {
  const found = await newestCosigned(world.pool, { log: 'ticks', shard, leastSize: 0, policy: parsePolicy(policy) })
  return found?.size ?? null
}

async function grow(world: LogWorld, log: SealedLog, from: number, to: number, missing: number[] = []): Promise<void> {
  await world.store(from, to - 1, missing)
  await world.seal(log)
}

const folderOf = (world: LogWorld, name: string) => join(world.folder, name)

describe('the log with witnesses that are processes of their own', () => {
  test('grows with none, one and two of them, and while one is killed', async () => {
    const world = await openWorld()
    const ticks = world.ticksLog()
    await grow(world, ticks, 0, 10)
    expect(await ask(world, roundsOf(world, ''))).toEqual([])
    const one = await startProcess(folderOf(world, 'one'), await freePort())
    expect(await ask(world, roundsOf(world, policyOf([one])))).toEqual(['cosigned'])
    expect(await acceptedSize(world, policyOf([one]))).toBe(10)
    const port = await freePort()
    const two = await startProcess(folderOf(world, 'two'), port)
    const [both, either] = [policyOf([one, two], 2), policyOf([one, two])]
    const rounds = roundsOf(world, both)
    await grow(world, ticks, 10, 300)
    expect(await ask(world, rounds)).toEqual(['cosigned', 'cosigned'])
    expect(await acceptedSize(world, both)).toBe(300)
    two.child.kill('SIGKILL')
    await two.ended
    await grow(world, ticks, 300, 700)
    expect(await ask(world, rounds)).toEqual(['cosigned', 'unreachable'])
    expect([await acceptedSize(world, both), await acceptedSize(world, either)]).toEqual([300, 700])
    // It goes on from what it had stored: the log proves the leaves since then.
    const again = await startProcess(folderOf(world, 'two'), port)
    expect(again.vkey).toBe(two.vkey)
    await grow(world, ticks, 700, 1_000)
    world.clock.advance(60_000)
    expect(await ask(world, rounds)).toEqual(['cosigned', 'cosigned'])
    expect(await acceptedSize(world, both)).toBe(1_000)
    expect(ticks.stoppedBy).toBeNull()
  })

  test('gets no cosignature for another history, nor for a log from an older backup', async () => {
    const world = await openWorld()
    const ticks = world.ticksLog()
    const one = await startProcess(folderOf(world, 'one'), await freePort())
    await grow(world, ticks, 0, 20)
    expect(await ask(world, roundsOf(world, policyOf([one])))).toEqual(['cosigned'])
    const other = await openWorld()
    const otherTicks = other.ticksLog()
    for (const [from, to] of [
      [0, 10],
      [10, 20],
      [20, 40],
    ] as const) {
      await grow(other, otherTicks, from, to, from === 0 ? [3] : [])
      expect([to, ...(await ask(other, roundsOf(other, policyOf([one]))))]).toEqual([to, 'disagrees'])
    }
    expect(await acceptedSize(other, policyOf([one]))).toBeNull()
    await grow(world, ticks, 20, 40)
    expect(await ask(world, roundsOf(world, policyOf([one])))).toEqual(['cosigned'])
  })

  test('is cosigned while it grows by thousands of leaves, and to its end', async () => {
    const world = await openWorld()
    const ticks = world.ticksLog()
    const one = await startProcess(folderOf(world, 'one'), await freePort())
    const rounds = roundsOf(world, policyOf([one]))
    for (let size = 0; size < 12_000; size += 1_500) {
      await world.store(size, size + 1_499)
      await Promise.all([world.seal(ticks), ask(world, rounds)])
    }
    await world.seal(ticks)
    expect(await ask(world, rounds)).toEqual(['cosigned'])
    const [guard] = await readGuards(world.pool, 'ticks')
    expect([guard?.size, await acceptedSize(world, policyOf([one]))]).toEqual([12_000, 12_000])
  })
})

test('two processes never have one folder: the second one ends, and a crash lets the next one start', async () => {
  const world = await openWorld()
  const folder = folderOf(world, 'shared')
  const first = await startProcess(folder, await freePort())
  const second = await startProcess(folder, await freePort())
  expect(await second.ended).toBe(1)
  expect(second.text().trim()).toMatch(/^Another witness uses the folder \S+: [^\n]+\.$/)
  first.child.kill('SIGKILL')
  await first.ended
  const third = await startProcess(folder, await freePort())
  expect([third.vkey, third.child.exitCode]).toEqual([first.vkey, null])
})
