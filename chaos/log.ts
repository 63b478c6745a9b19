import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Frontier, equalBytes, leafHash, toHex } from '@candor/proof'
import { decodeEvent, decodeTickEntry } from '@candor/proof/encoding'
import { storeCustomers } from '../apps/server/src/modules/ledger/testing/stored-customers.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/index.ts'
import { readGuards } from '../apps/server/src/modules/transparency/guard-store.ts'
import { LogReader } from '../apps/server/src/modules/transparency/testing/log-reader.ts'
import { openLogWorld, testKey } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import type { LogWorld } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import { environmentOf, parseConfig } from '../apps/server/src/platform/config/index.ts'
import type { ClonedDatabase } from '../apps/server/src/platform/postgres/test-template.ts'
import { openThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'

/** From the start of its work; a head is signed every two seconds. */
const longestLifeMs = 4_000
const giveUpMs = 60_000
/** One slot in so many has no frame. */
const missingOneIn = 40
const names = ['ticks', 'events'] as const
type LogName = (typeof names)[number]

/**
 * SIGKILL of the sealer at random moments while frames and batches are stored: every head that was ever signed or
 * published is one of the final tree, no slot and no batch is left out, and each stored gap is a leaf.
 */
export const log = trial({
  about: 'SIGKILL of the sealer of the price log while prices are stored: no second history, no lost leaf',
  sizes: { kills: 100, frames: 600 },
  smokeSizes: { kills: 2, frames: 300 },
  async run({ sizes, seed, progress }) {
    const cluster = await openThrowawayCluster()
    const database = await cluster.open()
    const world = await openLogWorld(database)
    const killed = new KilledLog(world, database, randomAt(seed, 0, 0))
    try {
      await world.owner.query('select ledger.open_sandbox_books()')
      for (let kill = 1; kill <= sizes.kills; kill += 1) {
        await killed.liveAndDie(sizes.frames)
        if (kill % 10 === 0) progress(`${kill} kills, ${killed.failures.length} failures`)
      }
      await killed.finish()
    } finally {
      killed.end()
      await world.close()
      await database.close()
      await cluster.close()
    }
    return [{ name: 'log', size: sizes.kills, failures: killed.failures, figures: Object.fromEntries(killed.figures) }]
  },
})

class KilledLog {
  readonly failures: string[] = []
  readonly figures = new Map<string, number>()
  readonly #world: LogWorld
  readonly #database: ClonedDatabase
  readonly #draw: () => number
  /** Every head that was seen, by log and size. */
  readonly #heads = new Map<LogName, Map<number, Uint8Array>>(names.map((name) => [name, new Map()]))
  readonly #missing = new Set<number>()
  #slots = 0
  #customers = 0n
  #child: ChildProcess | null = null

  constructor(world: LogWorld, database: ClonedDatabase, draw: () => number) {
    this.#world = world
    this.#database = database
    this.#draw = draw
  }

  /** Stores frames and batches while a sealer runs, and kills it at a random moment. */
  async liveAndDie(frames: number): Promise<void> {
    const child = this.#start()
    const [lifeMs, stored] = [this.#draw() * longestLifeMs, Math.ceil(this.#draw() * frames)]
    await once(child, 'message')
    const death = sleep(lifeMs).then(() => child.kill('SIGKILL'))
    await this.#store(stored)
    await death
    await exitOf(child)
    for (const name of names) await this.#noteHeads(name)
  }

  /** Lets a last sealer finish, and compares everything with what it published. */
  async finish(): Promise<void> {
    const child = this.#start()
    const untilMs = performance.now() + giveUpMs
    while (performance.now() < untilMs && !(await this.#isComplete())) await sleep(200)
    child.kill('SIGTERM')
    await exitOf(child)
    for (const name of names) await this.#noteHeads(name)
    this.#compareTicks(await this.#read('ticks'))
    await this.#compareEvents(await this.#read('events'))
  }

  end(): void {
    this.#child?.kill('SIGKILL')
  }

  #start(): ChildProcess {
    const config = parseConfig({
      CANDOR_LOG_DATABASE_URL: this.#database.logUrl,
      CANDOR_DATA: this.#world.folder,
      CANDOR_LOG_LEVEL: 'silent',
      CANDOR_TICKS_LOG_KEY: testKey,
      CANDOR_EVENTS_LOG_KEY: testKey,
    })
    const role = (file: string) => fileURLToPath(new URL(`../apps/server/src/roles/${file}`, import.meta.url))
    this.#child = fork(role('run-log.ts'), [], {
      env: environmentOf('log', config),
      execArgv: ['--import', role('follow-parent.mjs')],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return this.#child
  }

  async #store(frames: number): Promise<void> {
    const missing: number[] = []
    const [from, to] = [this.#slots, this.#slots + frames]
    // The first slot of all has a frame: the log begins with it. So has the newest: what comes after it is no gap yet.
    for (let slot = from; slot < to; slot += 1) if (this.#draw() * missingOneIn < 1 && slot > 0) missing.push(slot)
    await this.#world.store(from, to, missing)
    this.#slots = to + 1
    for (const slot of missing) this.#missing.add(slot)
    this.#customers += 1n
    await storeCustomers(this.#world.owner, [this.#customers])
    await this.#world.owner.query('select ledger.open_customer($1)', [this.#customers])
  }

  async #noteHeads(name: LogName): Promise<void> {
    for (const guard of await readGuards(this.#world.pool, name)) {
      this.#note(name, guard)
      const published = await this.#reader(name, guard)
        .checkpoint()
        .catch(() => null)
      if (published === null) continue
      this.#note(name, published)
      if (published.size > guard.size)
        this.failures.push(`${name} published ${published.size} leaves, signed ${guard.size}`)
    }
  }

  #note(name: LogName, { size, root }: { readonly size: number; readonly root: Uint8Array }): void {
    const known = this.#heads.get(name)?.get(size)
    if (known !== undefined && !equalBytes(known, root)) this.failures.push(`${name} has two heads of ${size} leaves`)
    this.#heads.get(name)?.set(size, root)
  }

  #reader(name: LogName, { shard, vkey }: { readonly shard: string; readonly vkey: string }): LogReader {
    return new LogReader(join(this.#world.folder, 'log', name, shard), vkey)
  }

  /** The entries of a log, once every head that was seen is one of its tree. */
  async #read(name: LogName): Promise<Uint8Array[]> {
    const [guard, ...others] = await readGuards(this.#world.pool, name)
    if (guard === undefined || others.length > 0) {
      this.failures.push(`${name} has ${others.length + (guard === undefined ? 0 : 1)} shards`)
      return []
    }
    const reader = this.#reader(name, guard)
    const entries = await reader.entries(await reader.checkpoint())
    const heads = this.#heads.get(name) ?? new Map<number, Uint8Array>()
    const frontier = new Frontier()
    for (const entry of [null, ...entries]) {
      if (entry !== null) frontier.append(leafHash(entry))
      const head = heads.get(frontier.size)
      if (head !== undefined && !equalBytes(head, frontier.root()))
        this.failures.push(`${name}: the head of ${frontier.size} leaves, ${toHex(head)}, is not of the final tree`)
      heads.delete(frontier.size)
    }
    for (const size of heads.keys()) this.failures.push(`${name}: a head of ${size} leaves is beyond the final tree`)
    this.figures.set(`${name}Leaves`, entries.length)
    return entries
  }

  #compareTicks(entries: readonly Uint8Array[]): void {
    if (entries.length !== this.#slots) this.failures.push(`ticks has ${entries.length} leaves of ${this.#slots} slots`)
    for (const [slot, bytes] of entries.entries()) {
      const entry = decodeTickEntry(bytes)
      const kind = this.#missing.has(slot) ? 'missing' : 'frame'
      if (entry.slot !== slot || entry.kind !== kind) this.failures.push(`leaf ${slot} is ${entry.kind} ${entry.slot}`)
    }
  }

  async #compareEvents(entries: readonly Uint8Array[]): Promise<void> {
    const sealed = entries.flatMap((bytes) => {
      const { name, event } = decodeEvent(bytes)
      return name === 'batch' ? [`${event.stripe}/${event.seq}`] : []
    })
    const { rows } = await this.#world.owner.query<{ name: string }>(
      "select stripe || '/' || seq as name from ledger.batch",
    )
    const booked = new Set(rows.map(({ name }) => name))
    if (sealed.length !== booked.size || new Set(sealed).size !== sealed.length)
      this.failures.push(`events has ${sealed.length} batches of ${booked.size}`)
    for (const name of sealed) if (!booked.has(name)) this.failures.push(`batch ${name} was never booked`)
  }

  async #isComplete(): Promise<boolean> {
    const [ticks] = await readGuards(this.#world.pool, 'ticks')
    const [events] = await readGuards(this.#world.pool, 'events')
    const { rows } = await this.#world.owner.query<{ count: bigint }>('select count(*) as count from ledger.batch')
    return ticks?.size === this.#slots && BigInt(events?.size ?? 0) >= (rows[0]?.count ?? 0n)
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
}
