import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { descendantsOf, launchCandor } from '../apps/launcher/src/launched-candor.ts'
import type { LaunchedCandor } from '../apps/launcher/src/launched-candor.ts'
import { freePort, startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../apps/server/src/platform/postgres/migrate.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'

/** NATS's server, from Debian's package `nats-server` or of a name of its own. */
const natsProgram = process.env['CANDOR_NATS_SERVER'] ?? 'nats-server'
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

/** Whether a server of NATS can be started here. */
export function hasNats(): boolean {
  return spawnSync(natsProgram, ['--version']).status === 0
}

/** Candor in starts of its parts, as on several machines: with one PostgreSQL, one NATS and one data folder. */
export class PartedCandor {
  readonly owner: Pool
  readonly #folder: string
  readonly #postgres: EmbeddedPostgres
  readonly #natsPort: number
  #nats: ChildProcess
  readonly #parts = new Map<PartName, Part>()

  private constructor(world: { folder: string; postgres: EmbeddedPostgres; natsPort: number; nats: ChildProcess }) {
    this.#folder = world.folder
    this.#postgres = world.postgres
    this.#natsPort = world.natsPort
    this.#nats = world.nats
    this.owner = createPool(this.#databaseUrl, 'chaos', { maxConnections: 2, queryTimeoutMs: 0 })
  }

  static async open(): Promise<PartedCandor> {
    const folder = await mkdtemp(join(tmpdir(), 'candor-parts-'))
    // PostgreSQL may run as another user, who needs access to its data.
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'postgres')
    const postgres = await startEmbeddedPostgres({ dataDir, password: 'of-the-owner', durable: true })
    const cluster = createPool(postgres.url, 'chaos-cluster', { maxConnections: 1 })
    await cluster.query('create database candor')
    await cluster.end()
    const natsPort = await freePort()
    const candor = new PartedCandor({ folder, postgres, natsPort, nats: await startNats(natsPort) })
    try {
      // One after the other: on few processors, two markets that open a new database at once keep each other waiting.
      for (const name of partNames) await candor.#launch(name)
      return candor
    } catch (error) {
      await candor.close()
      throw error
    }
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

  async killNats(): Promise<void> {
    const ended = once(this.#nats, 'exit')
    this.#nats.kill('SIGKILL')
    await ended
  }

  async restartNats(): Promise<void> {
    this.#nats = await startNats(this.#natsPort)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#parts.values()].map(({ launched }) => stop(launched)))
    this.#nats.kill('SIGKILL')
    await this.owner.end()
    await this.#postgres.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  get #databaseUrl(): string {
    return addressFor(this.#postgres.url, { database: 'candor' })
  }

  async #launch(name: PartName): Promise<void> {
    const port = await freePort()
    const role = name.replace(/ \d$/, '')
    const launched = launchCandor(['--port', String(port), '--data', join(this.#folder, 'data'), '--roles', role], {
      environment: {
        DATABASE_URL: this.#databaseUrl,
        CANDOR_NATS_URL: `nats://127.0.0.1:${this.#natsPort}`,
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
    const program = name.startsWith('market') ? 'roles/run-market.ts' : 'roles/run-server.ts'
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

async function startNats(port: number): Promise<ChildProcess> {
  const nats = spawn(natsProgram, ['--addr', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve) => {
    nats.stderr.on('data', (text: Buffer) => text.includes('Server is ready') && resolve())
  })
  return nats
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
