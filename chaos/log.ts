import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { decodeEvent, decodeTickEntry } from '@candor/proof/encoding'
import { storeCustomers } from '../apps/server/src/modules/ledger/testing/stored-customers.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/index.ts'
import { readGuards } from '../apps/server/src/modules/transparency/guard-store.ts'
import { openLogWorld, testKey } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import type { LogWorld } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import { environmentOf, parseConfig } from '../apps/server/src/platform/config/index.ts'
import type { ClonedDatabase } from '../apps/server/src/platform/postgres/test-template.ts'
import { SeenHeads } from './seen-heads.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { giveUpMs, trial } from './trial.ts'

/** From the start of its work; a head is signed every two seconds. */
const longestLifeMs = 4_000
/** One slot in so many has no frame. */
const missingOneIn = 40

/**
 * SIGKILL of the sealer at random moments while frames and batches are stored: every head that was ever signed or
 * published is one of the final tree, no slot and no batch is left out, and each stored gap is a leaf.
 */
export const log = trial({
  about: 'SIGKILL of the sealer of the price log while prices are stored: no second history, no lost leaf',
  sizes: { kills: [100, 2], frames: [600, 300] },
  run: onThrowawayCluster(async (cluster, { sizes, seed, progress }) => {
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
    }
    return [{ name: 'log', size: sizes.kills, failures: killed.failures, figures: Object.fromEntries(killed.figures) }]
  }),
})

class KilledLog {
  readonly figures = new Map<string, number>()
  readonly #world: LogWorld
  readonly #heads: SeenHeads
  readonly #database: ClonedDatabase
  readonly #draw: () => number
  readonly #missing = new Set<number>()
  #slots = 0
  #customers = 0n
  #child: ChildProcess | null = null

  constructor(world: LogWorld, database: ClonedDatabase, draw: () => number) {
    this.#world = world
    this.#heads = new SeenHeads(world)
    this.#database = database
    this.#draw = draw
  }

  get failures(): string[] {
    return this.#heads.failures
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
    await this.#heads.note()
  }

  /** Lets a last sealer finish, and compares everything with what it published. */
  async finish(): Promise<void> {
    const child = this.#start()
    const untilMs = performance.now() + giveUpMs
    while (performance.now() < untilMs && !(await this.#isComplete())) await sleep(200)
    await this.#heads.note()
    await this.#heads.untilPublished(giveUpMs)
    child.kill('SIGTERM')
    await exitOf(child)
    await this.#heads.note()
    this.#compareTicks(await this.#heads.read('ticks'))
    await this.#compareEvents(await this.#heads.read('events'))
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

  #compareTicks(entries: readonly Uint8Array[]): void {
    this.figures.set('ticksLeaves', entries.length)
    if (entries.length !== this.#slots) this.failures.push(`ticks has ${entries.length} leaves of ${this.#slots} slots`)
    for (const [slot, bytes] of entries.entries()) {
      const entry = decodeTickEntry(bytes)
      const kind = this.#missing.has(slot) ? 'missing' : 'frame'
      if (entry.slot !== slot || entry.kind !== kind) this.failures.push(`leaf ${slot} is ${entry.kind} ${entry.slot}`)
    }
  }

  async #compareEvents(entries: readonly Uint8Array[]): Promise<void> {
    this.figures.set('eventsLeaves', entries.length)
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
