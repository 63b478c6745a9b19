import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { descendantsOf, launchCandor } from '../apps/launcher/src/launched-candor.ts'
import type { LaunchedCandor } from '../apps/launcher/src/launched-candor.ts'
import { parseDatabaseAddress } from '../apps/server/src/platform/postgres/database-address.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'

const lookEveryMs = 20
const comesBackWithinMs = 60_000

/** The starts of a trial, with the role of each. The first prepares the database. */
export const partNames = [
  'api 1',
  'api 2',
  'realtime 1',
  'realtime 2',
  'market 1',
  'market 2',
  'settlement',
  'jobs',
] as const
export type PartName = (typeof partNames)[number]

interface Part {
  readonly port: number
  readonly launched: LaunchedCandor
}

/** What the parts share, which their trial starts and ends. */
interface Shared {
  /** The database, as the parts reach it. */
  readonly databaseUrl: string
  /** The database, as the trial reaches it as its owner. */
  readonly ownerUrl: string
  readonly natsUrl: string
}

/** Candor in starts of its parts, as on several machines: with one PostgreSQL, one NATS and one data folder. */
export class PartedCandor {
  readonly owner: Pool
  readonly #parent: string
  readonly #shared: Shared
  readonly #parts = new Map<PartName, Part>()

  private constructor(parent: string, shared: Shared) {
    this.#parent = parent
    this.#shared = shared
    const address = parseDatabaseAddress(shared.ownerUrl) ?? ''
    this.owner = createPool(address, 'chaos', { maxConnections: 2, queryTimeoutMs: 0 })
  }

  static async open(shared: Shared): Promise<PartedCandor> {
    const parent = await mkdtemp(join(tmpdir(), 'candor-parts-'))
    await chmod(parent, 0o755)
    const candor = new PartedCandor(parent, shared)
    try {
      // One after the other: on few processors, two markets that open a new database at once keep each other waiting.
      for (const name of partNames) await candor.#launch(name)
      return candor
    } catch (error) {
      await candor.close()
      throw error
    }
  }

  /** The data folder of all parts. */
  get folder(): string {
    return join(this.#parent, 'data')
  }

  portOf(name: PartName): number {
    return this.#partOf(name).port
  }

  /** Kills the process of a part, and returns how long it takes until its launcher has it running again. */
  async kill(name: PartName): Promise<number> {
    const killed = this.#pidOf(name)
    if (killed === null) throw new Error(`nothing of ${name} runs: ${this.#partOf(name).launched.text()}`)
    const sinceMs = performance.now()
    process.kill(killed, 'SIGKILL')
    for (;;) {
      const pid = this.#pidOf(name)
      if (pid !== null && pid !== killed && (await this.#responds(name))) return performance.now() - sinceMs
      if (performance.now() - sinceMs > comesBackWithinMs) throw new Error(`${name} did not come back`)
      await sleep(lookEveryMs)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#parts.values()].map(({ launched }) => stop(launched)))
    await this.owner.end()
    await rm(this.#parent, { recursive: true, force: true })
  }

  async #launch(name: PartName): Promise<void> {
    const port = await freePort()
    const role = name.replace(/ \d$/, '')
    const launched = launchCandor(['--port', String(port), '--data', this.folder, '--roles', role], {
      environment: {
        DATABASE_URL: this.#shared.databaseUrl,
        CANDOR_NATS_URL: this.#shared.natsUrl,
        CANDOR_LOG_LEVEL: 'warn',
      },
    })
    this.#parts.set(name, { port, launched })
    await launched.ready
  }

  #partOf(name: PartName): Part {
    const part = this.#parts.get(name)
    if (part === undefined) throw new Error(`${name} was not started`)
    return part
  }

  #pidOf(name: PartName): number | null {
    const program = name.startsWith('market') ? '/run-market.mjs' : '/run-server.mjs'
    const running = [...descendantsOf(this.#partOf(name).launched.pid)]
    return running.find(([, command]) => command.includes(program))?.[0] ?? null
  }

  /** A market serves nobody: it runs once its process does. */
  async #responds(name: PartName): Promise<boolean> {
    if (name.startsWith('market')) return true
    const url = `http://127.0.0.1:${this.portOf(name)}/livez`
    return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}

async function stop(launched: LaunchedCandor): Promise<void> {
  try {
    launched.interrupt()
  } catch {
    // It has already ended; its output shows why.
    console.error(launched.text().slice(-2_000))
  }
  await launched.ended
}
