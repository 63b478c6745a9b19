import { join } from 'node:path'
import { ProofError, readVerifiedTile, tilePath, tileWidth } from '@candor/proof'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { compareEvents } from './compared-events.ts'
import { compareFrames, firstStoredLeaf } from './compared-ticks.ts'
import { createCustomerSecrets } from './customer-secrets.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import { countDifferences, reportDifferences } from './differences-store.ts'
import type { Compared } from './differences-store.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { LogFolder } from './log-folder.ts'
import type { LogsOptions } from './log-folder.ts'
import { logNames } from './log-names.ts'
import type { LogName } from './log-names.ts'

/** The interval of steps. */
const everyMs = 5_000
/** A step is followed by a rest of so many times its duration, so that comparing takes one per cent of a processor. */
const restFactor = 100
/** A pass over little begins again after this time. */
const passMs = 600_000

export interface SealedComparisonOptions extends LogsOptions {
  /** The least time from the begin of a pass to that of the next one. */
  readonly passMs?: number
  /** Called after each step with the leaves of a log that differ now. */
  readonly onCompared?: (state: { readonly name: LogName; readonly differences: number }) => void
}

/** Starts comparing what is stored with what is sealed, in steps that take little. */
export function startSealedComparison(options: SealedComparisonOptions): Rounds {
  const comparison = new SealedComparison(options)
  let restUntilMs = 0
  const round = async (): Promise<void> => {
    const startedMs = performance.now()
    if (startedMs < restUntilMs) return
    for (const name of logNames) await comparison.step(name)
    const endedMs = performance.now()
    restUntilMs = endedMs + restFactor * (endedMs - startedMs)
  }
  return startRounds(round, { everyMs })
}

/** A range of leaves of a shard, at most one tile. */
interface Range {
  readonly guard: Guard
  readonly from: number
  readonly before: number
}

/** Where the comparison of a log is: leaves from `upTo` on are new, those before `back` are of the present pass. */
interface Place {
  shard: string
  upTo: number
  back: number
  /** When the present pass began, which is later than now where it waits. */
  begunMs: number
}

/**
 * Encodes again what the database stores, and compares it with the leaves that are signed. A step of a log takes what
 * was sealed since the last one, a tile at most, and the next older tile, over all that is stored; then it begins again
 * with the newest. So an edit of what was sealed is found by its next pass, whatever it did to the sums.
 */
export class SealedComparison {
  readonly #options: SealedComparisonOptions
  readonly #secretsOf: CustomerSecrets
  readonly #places = new Map<LogName, Place>()

  constructor(options: SealedComparisonOptions) {
    this.#options = options
    this.#secretsOf = createCustomerSecrets(options.pool)
  }

  /** Compares the next leaves of a log. Returns whether a pass over all that is stored has ended. */
  async step(name: LogName): Promise<boolean> {
    const { pool, logger, onCompared } = this.#options
    try {
      const guards = await readGuards(pool, name)
      const newest = guards.at(-1)
      if (newest === undefined) return true
      const place = this.#placeOf(name, newest)
      if (place.upTo < newest.size) {
        const from = Math.max(place.upTo, newest.size - tileWidth)
        await this.#compare(name, { guard: newest, ...tileOf(from, newest.size) })
        place.upTo = tileOf(from, newest.size).before
      }
      const isWaiting = place.begunMs > performance.now()
      const hasEnded = isWaiting || (await this.#stepBack(name, guards, place))
      if (hasEnded && !isWaiting)
        place.begunMs = Math.max(performance.now(), place.begunMs + (this.#options.passMs ?? passMs))
      onCompared?.({ name, differences: await countDifferences(pool, name) })
      return hasEnded
    } catch (error) {
      logger.error({ err: error, log: name }, 'what is stored could not be compared with the log: it is retried')
      return false
    }
  }

  #placeOf(name: LogName, { shard, size }: Guard): Place {
    const place = this.#places.get(name) ?? { shard, upTo: size, back: size, begunMs: performance.now() }
    this.#places.set(name, place)
    return place
  }

  /** Compares the tile before the place, and moves it there: into the shard before where this one has no more. */
  async #stepBack(name: LogName, guards: readonly Guard[], place: Place): Promise<boolean> {
    const { pool } = this.#options
    const index = guards.findIndex(({ shard }) => shard === place.shard)
    const guard = guards[index]
    const first = guard === undefined ? 0 : name === 'ticks' ? await firstStoredLeaf(pool, guard) : 0
    if (guard !== undefined && place.back > first) {
      const from = Math.max(first, Math.floor((place.back - 1) / tileWidth) * tileWidth)
      await this.#compare(name, { guard, from, before: place.back })
      place.back = from
      if (from > first) return false
    }
    const before = first > 0 ? undefined : guards[index - 1]
    const next = before ?? guards.at(-1)
    if (next !== undefined) Object.assign(place, { shard: next.shard, back: next.size })
    return before === undefined
  }

  /** Compares a range and reports it. What differs is compared again first: retention may just have removed frames. */
  async #compare(name: LogName, range: Range): Promise<void> {
    const { pool, logger } = this.#options
    const { shard } = range.guard
    const once = await this.#differences(name, range)
    if (once === null) return
    const compared = once.differences.length === 0 ? once : await this.#differences(name, range)
    if (compared === null) return
    await reportDifferences(pool, name, compared)
    for (const { leaf, detail } of compared.differences)
      logger.fatal({ log: name, shard, leaf, detail }, 'what is stored differs from what the log has sealed')
  }

  /** Null where the files are being written. */
  async #differences(name: LogName, { guard, from, before }: Range): Promise<Compared | null> {
    const { pool } = this.#options
    const first = name === 'ticks' ? Math.max(from, await firstStoredLeaf(pool, guard)) : from
    const range = { shard: guard.shard, from: first, before }
    if (first >= before) return { ...range, differences: [] }
    const sealed = await this.#sealed(name, guard, first)
    if (sealed === 'absent') return null
    if (sealed === 'differs')
      return { ...range, differences: [{ leaf: first, detail: `a file with leaf ${first} does not lead to the root` }] }
    const at = { from: first, sealed: sealed.slice(first % tileWidth, (first % tileWidth) + before - first) }
    const differences =
      name === 'ticks' ? await compareFrames(pool, guard, at) : await compareEvents(pool, this.#secretsOf, guard, at)
    return { ...range, differences }
  }

  /** The hashes of the tile with a leaf, verified against the signed root. */
  async #sealed(name: LogName, guard: Guard, leaf: number): Promise<readonly Uint8Array[] | 'absent' | 'differs'> {
    const folder = new LogFolder(join(this.#options.folder, name, guard.shard))
    let isAbsent = false
    try {
      return await readVerifiedTile(guard, { level: 0, index: Math.floor(leaf / tileWidth) }, async (tile) => {
        const bytes = await folder.read(tilePath(tile))
        isAbsent ||= bytes === null
        return bytes ?? new Uint8Array(0)
      })
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      return isAbsent ? 'absent' : 'differs'
    }
  }
}

/** The leaves of the tile with a leaf, from it on. */
function tileOf(from: number, size: number): { readonly from: number; readonly before: number } {
  return { from, before: Math.min(size, (Math.floor(from / tileWidth) + 1) * tileWidth) }
}
