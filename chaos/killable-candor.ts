import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Pool } from 'pg'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { addCustomers } from '../bench/customers.ts'
import { offerWithoutLimit } from '../bench/offers.ts'
import { openDataFolder } from '../apps/launcher/src/data-folder.ts'
import { descendantsOf, launchCandor } from '../apps/launcher/src/launched-candor.ts'
import type { LaunchedCandor } from '../apps/launcher/src/launched-candor.ts'
import type { Buying } from './order-customers.ts'

/** What is killed: the server, the market, PostgreSQL, or `all` and the launcher with them, as in a power cut. */
export const victims = ['server', 'market', 'postgres', 'all'] as const
export type Victim = (typeof victims)[number]

/** Candor as `npm start` runs it, on a data folder of its own, for a trial to kill. */
export class KillableCandor {
  readonly port: number
  /** Its data folder. */
  readonly folder: string
  /** The last line of each launcher that ended without being killed by the trial. */
  readonly gaveUp: string[] = []
  #launched: LaunchedCandor
  #killed: LaunchedCandor | null = null
  #isClosing = false

  private constructor(port: number, folder: string) {
    this.port = port
    this.folder = folder
    this.#launched = launchOn(folder, port)
  }

  /** Its data folder lies below `parent`. */
  static async open(parent: string = tmpdir()): Promise<KillableCandor> {
    const folder = await mkdtemp(join(parent, 'candor-chaos-'))
    // PostgreSQL may run as another user, who needs access to its data.
    await chmod(folder, 0o755)
    const port = await freePort()
    const candor = new KillableCandor(port, folder)
    await candor.#launched.ready
    void candor.#keepLaunched()
    return candor
  }

  /** Adds verified, logged-in customers, and contracts without limits for them. */
  async prepare(size: { customers: number; lanes: number }): Promise<Buying> {
    return this.asOwner((owner) => prepareBuying(owner, { ...size, port: this.port }))
  }

  /**
   * Kills a victim. The launcher restarts its children; a launcher that has died, or given up, is launched again as by
   * a service manager.
   */
  async kill(victim: Victim): Promise<void> {
    const launched = this.#launched
    const pids = await this.#pidsOf(victim)
    if (victim === 'all') this.#killed = launched
    // A power cut leaves the launcher no time to start PostgreSQL again.
    if (victim === 'all') process.kill(launched.pid, 'SIGSTOP')
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    if (victim === 'all') await launched.ended
  }

  async #keepLaunched(): Promise<void> {
    for (;;) {
      await this.#launched.ended
      if (this.#isClosing) return
      if (this.#launched !== this.#killed) this.gaveUp.push(this.text().trim().split('\n').at(-1) ?? '')
      this.#launched = launchOn(this.folder, this.port)
      // Customers' purchases show whether it comes up.
      this.#launched.ready.catch(() => undefined)
    }
  }

  /** The output of the running copy: the reason if it did not come up. */
  text(): string {
    return this.#launched.text()
  }

  /** Every broken invariant of the whole ledger, as sentences. */
  async brokenInvariants(): Promise<string[]> {
    return this.asOwner(brokenInvariants)
  }

  async asOwner<T>(work: (owner: Pool) => Promise<T>): Promise<T> {
    const { secrets } = await openDataFolder(this.folder)
    const lines = await this.#lockLines()
    const owner = createPool(`postgres://candor_owner:${secrets.ownerPassword}@127.0.0.1:${lines[3]}/candor`, 'chaos', {
      maxConnections: 1,
      queryTimeoutMs: 0,
    })
    try {
      return await work(owner)
    } finally {
      await owner.end()
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    try {
      this.#launched.interrupt()
    } catch {
      // It has already ended; its output shows why.
      console.error(this.text().slice(-2_000))
    }
    await this.#launched.ended
    await rm(this.folder, { recursive: true, force: true })
  }

  async #pidsOf(victim: Victim): Promise<number[]> {
    const running = [...descendantsOf(this.#launched.pid)]
    const [server, market] = ['server', 'market'].map(
      (role) => running.find(([, command]) => command.includes(`/run-${role}.mjs`))?.[0],
    )
    const postmaster = Number((await this.#lockLines())[0])
    if (server === undefined || market === undefined || !(postmaster > 0))
      throw new Error(`nothing runs to be killed: ${this.text()}`)
    if (victim === 'server') return [server]
    if (victim === 'market') return [market]
    return victim === 'postgres' ? [postmaster] : [postmaster, server, market, this.#launched.pid]
  }

  /** The lines of PostgreSQL's lock file: its process first, its port fourth. */
  async #lockLines(): Promise<string[]> {
    return (await readFile(join(this.folder, 'postgres/postmaster.pid'), 'utf8')).split('\n').map((line) => line.trim())
  }
}

/** Adds verified, logged-in customers to a running Candor, and contracts without limits for them. */
export async function prepareBuying(
  owner: Pool,
  { port, customers, lanes }: { port: number; customers: number; lanes: number },
): Promise<Buying> {
  const tokens = await addCustomers(owner, customers, Date.now())
  const offers = await offerWithoutLimit(owner)
  const { rows } = await owner.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
  return { port, tokens, offers, genesisMs: Number(rows[0]?.genesis_ms), lanes }
}

/** Every broken invariant of the whole ledger, as sentences. */
export async function brokenInvariants(owner: Pool): Promise<string[]> {
  return (await checkLedger(owner)).mismatches.map(({ invariant, detail }) => `${invariant}: ${detail}`)
}

function launchOn(folder: string, port: number): LaunchedCandor {
  return launchCandor(['--port', String(port), '--data', folder])
}
