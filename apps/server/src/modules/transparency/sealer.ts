import { join } from 'node:path'
import { handoverPath } from '@candor/proof/receipt'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import { readIfPresent } from '../../platform/whole-file.ts'
import { advance, announceKey, beginSealing, openShard, readGuards, readHandovers } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { LogFolder } from './log-folder.ts'
import type { BeforeStep } from './log-folder.ts'
import type { LeafSource, NextShard } from './log-leaf.ts'
import type { LogName } from './log-names.ts'
import type { LogSigner } from './log-signer.ts'
import { LogStopped } from './log-stopped.ts'
import { partialFolders } from './log-tree.ts'
import type { LogTree } from './log-tree.ts'
import { checkpointFile, openLog } from './open-log.ts'

/** In the folder of all logs: it was restored from a backup of the time in this file. */
export const restoredMarker = 'restored-from-backup'

/** The interval of rounds. */
const roundMs = 500
/** The interval of checkpoints, unless as many leaves as below wait. */
const checkpointMs = 2_000
/** The leaves of one statement, and of one round: what was missed for days is caught up in small steps. */
const pageLeaves = 500
const roundLeaves = 5_000
/** After an error, such as a full disk or a database that is away. */
const retryMs = 5_000

/** The state of a log after a round. */
export interface LogState {
  readonly name: LogName
  /** The leaves of the newest shard. */
  readonly size: number
  /** When the newest checkpoint was signed; null where none is known. */
  readonly signedMs: number | null
  /** Since when the oldest entry waits that no checkpoint has, in milliseconds; 0 where none does. */
  readonly lagMs: number
  /** The time without a checkpoint, while entries wait for one or sealing fails. */
  readonly unsignedMs: number
  /** Why the log signs nothing until a person acts; null while it goes on. */
  readonly stoppedBy: string | null
}

export interface SealerOptions {
  readonly name: LogName
  /** As the role of the log. */
  readonly pool: Database
  readonly source: LeafSource
  readonly signer: LogSigner
  /** The key from before, which signs until the log of events has announced the present one. */
  readonly formerSigner?: LogSigner | null
  /** The folder of all logs. */
  readonly folder: string
  /** What the origins of new shards begin with. */
  readonly host: string
  readonly clock: Clock
  readonly logger: Logger
  readonly onRound?: (state: LogState) => void
  /** For trials of crashes. */
  readonly beforeStep?: BeforeStep
}

/** A sealer that runs. */
export interface Sealer {
  /** Does a round now, or waits for the end of the one under way. */
  look(): Promise<void>
  /** Takes a verified cosignature of a checkpoint, to be served with it while it is the newest. */
  take(cosignature: Cosignature): void
  stop(): Promise<void>
}

/** The line of a witness under a checkpoint. */
export interface Cosignature {
  readonly shard: string
  readonly size: number
  /** The key of the witness. */
  readonly vkey: string
  readonly line: string
}

/** Starts sealing a log in rounds. */
export function startSealer(options: SealerOptions): Sealer {
  const log = new SealedLog(options)
  return { ...startRounds(() => log.round(), { everyMs: roundMs }), take: (cosignature) => log.take(cosignature) }
}

interface Opened {
  guard: Guard
  /** The key of the shard. */
  signer: LogSigner
  readonly tree: LogTree
  readonly folder: LogFolder
}

/**
 * One log. The order of its writes lets a process die at any point: data files, then the comparison and replacement of
 * what is signed in the database, then the checkpoint. A sealer that starts goes by the database.
 */
export class SealedLog {
  readonly #options: SealerOptions
  #fence: bigint | null = null
  #opened: Opened | null = null
  #signedMs = -Infinity
  #failedMs = -Infinity
  #stoppedBy: string | null = null
  /** Cosignatures that the served checkpoint does not have yet, and those that it has. */
  #taken: Cosignature[] = []
  #served: Cosignature[] = []

  constructor(options: SealerOptions) {
    this.#options = options
    this.#signedMs = options.clock.nowMs()
  }

  /** Why the log signs nothing until a person acts; null while it goes on. */
  get stoppedBy(): string | null {
    return this.#stoppedBy
  }

  /** Takes a verified cosignature; the next round appends it to the checkpoint that it is of, while that is served. */
  take(cosignature: Cosignature): void {
    this.#taken.push(cosignature)
  }

  async round(): Promise<void> {
    const { clock, logger, name } = this.#options
    if (this.#stoppedBy === null && this.#hasPassed(this.#failedMs, retryMs)) {
      try {
        await this.#seal()
      } catch (error) {
        // What is in memory may be ahead of the disk: the next attempt reads it again.
        this.#opened = null
        if (error instanceof LogStopped) {
          this.#stoppedBy = error.message
          logger.fatal({ log: name }, error.message)
        } else {
          this.#failedMs = clock.nowMs()
          logger.error({ err: error, log: name }, 'sealing the log failed: it is retried')
        }
      }
    }
    await this.#report()
  }

  async #seal(): Promise<void> {
    const { pool } = this.#options
    this.#fence ??= await beginSealing(pool, this.#options.name)
    const opened = (this.#opened ??= await this.#open())
    if (opened === null) return
    const { tree, guard } = opened
    const collected = await this.#options.source.collect?.(guard, this.#fence)
    if (collected === null) throw superseded(this.#options.name)
    const count = collected?.size === tree.size ? 0 : await this.#extend(opened)
    const isDue = count >= roundLeaves || this.#hasPassed(this.#signedMs, checkpointMs)
    const next = count === 0 ? await this.#options.source.next(guard, tree.size) : null
    const isWaiting = tree.size > guard.size && (isDue || next !== null)
    if ((await this.#changesKey(opened)) || isWaiting) await this.#sign(opened)
    await this.#appendCosignatures(opened)
    if (next !== null) {
      await this.#openShard(next, opened.signer)
      this.#opened = null
    }
  }

  /** Opens the newest shard; null where there is nothing to log yet. */
  async #open(): Promise<Opened | null> {
    const { pool, name, source, signer } = this.#options
    await this.#requireSettled()
    let guards = await readGuards(pool, name)
    if (guards.length === 0) {
      const first = await source.next(null, 0)
      if (first === null) return null
      await this.#openShard(first, signer)
      guards = await readGuards(pool, name)
    }
    await this.#writeHandovers()
    let opened: Opened | null = null
    for (const guard of guards) opened = await this.#openOne(guard, guard === guards.at(-1))
    return opened
  }

  /** After a backup was restored, entries that were published later may be missing: others must not be signed. */
  async #requireSettled(): Promise<void> {
    const marker = join(this.#options.folder, restoredMarker)
    const taken = await readIfPresent(marker)
    if (taken !== null)
      throw new LogStopped(
        `A backup of ${taken.toString().trim()} was restored, and the log ${this.#options.name} may have published more since: it signs nothing until the newest published files are restored, too, or a person who knows that there are none removes ${marker}.`,
      )
  }

  /** Reads a shard. An earlier one is only read where its folder is not as it was left. */
  async #openOne(guard: Guard, isNewest: boolean): Promise<Opened | null> {
    const { name, source, signer, formerSigner, beforeStep } = this.#options
    const folder = new LogFolder(join(this.#options.folder, name, guard.shard), beforeStep)
    const served = Buffer.from((await folder.read(checkpointFile)) ?? []).toString()
    // Cosignatures may follow the note.
    if (!isNewest && guard.note !== null && served.startsWith(guard.note)) return null
    const own = [signer, formerSigner].find((each) => each?.vkey(guard.origin) === guard.vkey) ?? null
    if (isNewest && own === null)
      throw new LogStopped(
        `The key of the log ${name}/${guard.shard} is not the one that signed it: restore secrets.json.`,
      )
    return { guard, folder, signer: own ?? signer, tree: await openLog({ name, guard, folder, source }) }
  }

  async #openShard(next: NextShard, signer: LogSigner): Promise<void> {
    const { pool, name, host, logger } = this.#options
    const origin = `${host}/${name}/${next.shard}`
    const isOpen = await openShard(pool, name, { ...next, fence: this.#fence ?? 0n, origin, vkey: signer.vkey(origin) })
    if (!isOpen) throw superseded(name)
    logger.info({ log: name, shard: next.shard }, 'opened a shard of the log')
  }

  /** Appends what is stored and final, and writes the files that are complete. Returns the number of leaves. */
  async #extend({ guard, tree, folder }: Opened): Promise<number> {
    let count = 0
    while (count < roundLeaves) {
      const leaves = await this.#options.source.read(guard, tree.size, pageLeaves)
      for (const leaf of leaves) {
        const files = tree.append(leaf)
        if (files.size > 0) {
          await folder.write(files)
          // Readers of the last checkpoints may still ask for partial files of the bundle before.
          await folder.remove(partialFolders(tree.size - 1))
        }
      }
      count += leaves.length
      if (leaves.length < pageLeaves) break
    }
    return count
  }

  /** Data files, then the database, then the checkpoint. */
  async #sign(opened: Opened): Promise<void> {
    const { name, pool, clock, beforeStep } = this.#options
    const { guard, tree, folder, signer } = opened
    const head = { size: tree.size, root: tree.root() }
    await folder.write(tree.edge())
    const note = await signer.sign(guard.origin, head)
    const vkey = signer.vkey(guard.origin)
    const change = { fence: this.#fence ?? 0n, shard: guard.shard, from: guard, to: head, note, vkey }
    const outcome = await advance(pool, name, change)
    if (outcome === 'superseded') throw superseded(name)
    if (outcome === 'differs')
      throw new LogStopped(
        `The database has signed other leaves of the log ${name}/${guard.shard} than this process: it signs nothing more.`,
      )
    if (vkey !== guard.vkey) await this.#writeHandovers()
    opened.guard = { ...guard, ...head, note, vkey, signedMs: clock.nowMs() }
    this.#signedMs = clock.nowMs()
    await beforeStep?.('checkpoint', checkpointFile)
    await folder.write(new Map([[checkpointFile, Buffer.from(note)]]))
  }

  /** Readers who know a replaced key of events find in these files what it has last signed. */
  async #writeHandovers(): Promise<void> {
    const { name, pool, beforeStep } = this.#options
    if (name !== 'events') return
    for (const { shard, index, note } of await readHandovers(pool)) {
      const folder = new LogFolder(join(this.#options.folder, name, shard), beforeStep)
      const path = handoverPath(index)
      if ((await folder.read(path)) === null) await folder.write(new Map([[path, Buffer.from(note)]]))
    }
  }

  /** Cosignatures of earlier checkpoints than the served one are left out: they are in the database. */
  async #appendCosignatures({ guard, folder }: Opened): Promise<void> {
    const added = this.#taken.filter(({ shard, size }) => shard === guard.shard && size === guard.size)
    this.#taken = []
    if (added.length === 0 || guard.note === null) return
    const isOfServed = this.#served.every(({ shard, size }) => shard === guard.shard && size === guard.size)
    // A newer cosignature of a witness replaces the one before.
    const lines = new Map([...(isOfServed ? this.#served : []), ...added].map((each) => [each.vkey, each]))
    this.#served = [...lines.values()]
    const note = `${guard.note}${this.#served.map(({ line }) => `${line}\n`).join('')}`
    await folder.write(new Map([[checkpointFile, Buffer.from(note)]]))
  }

  /** Whether the present key takes over now: the log of events has signed, by the key from before, that it does. */
  async #changesKey(opened: Opened): Promise<boolean> {
    const { name, pool, signer } = this.#options
    if (opened.signer === signer) return false
    const change = { fence: this.#fence ?? 0n, vkey: signer.vkey(opened.guard.origin) }
    const isAnnounced = await announceKey(pool, name, change)
    if (isAnnounced === null) throw superseded(name)
    if (isAnnounced) opened.signer = signer
    return isAnnounced
  }

  /** Whether so much time has passed since an instant, or the clock was set back. */
  #hasPassed(sinceMs: number, ms: number): boolean {
    const nowMs = this.#options.clock.nowMs()
    return nowMs < sinceMs || nowMs >= sinceMs + ms
  }

  async #report(): Promise<void> {
    const { name, clock, source, onRound } = this.#options
    if (onRound === undefined) return
    const opened = this.#opened
    const nowMs = clock.nowMs()
    const waitingSinceMs =
      opened === null ? null : await source.waitingSinceMs(opened.guard, opened.guard.size).catch(() => null)
    const lagMs = waitingSinceMs === null ? 0 : Math.max(0, nowMs - waitingSinceMs)
    const unsignedMs = nowMs - this.#signedMs
    const isFailing = this.#stoppedBy !== null || !this.#hasPassed(this.#failedMs, retryMs)
    onRound({
      name,
      size: opened?.guard.size ?? 0,
      signedMs: opened?.guard.signedMs ?? null,
      lagMs,
      unsignedMs: isFailing ? unsignedMs : Math.min(unsignedMs, lagMs),
      stoppedBy: this.#stoppedBy,
    })
  }
}

function superseded(name: LogName): LogStopped {
  return new LogStopped(`Another process seals the log ${name}: this one signs nothing more.`)
}
