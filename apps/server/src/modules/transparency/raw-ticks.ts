import { join } from 'node:path'
import { dayMs, slotMs } from '@candor/formulas'
import { bundlePath, parseBundle, tileWidth } from '@candor/proof'
import type { Bundle } from '@candor/proof'
import type { Clock } from '../../platform/clock.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { LogFolder } from './log-folder.ts'
import type { BeforeStep, LogsOptions } from './log-folder.ts'
import { bundleOfRawTicks, rawFolder, rawTicksFile, storedRawTicks } from './raw-ticks-file.ts'
import { readFrameBounds, readTickRecords } from './ticks-store.ts'

const everyMs = 10_000
/** The market stores the ticks of a frame within a minute, or gives them up. */
const storedWithinMs = 90_000
/** How long ticks are published, as long as the database keeps them. */
export const rawTicksKeptMs = 30 * dayMs
const removedEveryMs = 3_600_000
/** A round catches up on so many files, each of which holds two minutes. */
const filesAtOnce = 20

export interface RawTicksOptions extends LogsOptions {
  readonly clock: Clock
  /** For trials of crashes. */
  readonly beforeStep?: BeforeStep
}

/** Starts writing the files of raw ticks in rounds. They are beside the log: no checkpoint waits for them. */
export function startRawTicks(options: RawTicksOptions): Rounds {
  const files = new RawTicksFiles(options)
  return startRounds(() => files.round(), { everyMs })
}

/**
 * Writes the ticks of sealed frames into files beside the bundles of entries, once a bundle is whole, and removes them
 * after 30 days. A process that dies leaves a file whole or absent: the next one goes on by what is in the folder.
 */
export class RawTicksFiles {
  readonly #options: RawTicksOptions
  /** By shard, the bundles whose files are written or given up, and the one to look at next. */
  readonly #next = new Map<string, number>()
  #removedMs = -Infinity

  constructor(options: RawTicksOptions) {
    this.#options = options
  }

  async round(): Promise<void> {
    const { pool, clock, logger } = this.#options
    try {
      const bounds = await readFrameBounds(pool)
      if (bounds === null) return
      const nowMs = clock.nowMs()
      const shards = await readGuards(pool, 'ticks')
      const isRemoving = nowMs < this.#removedMs || nowMs >= this.#removedMs + removedEveryMs
      for (const guard of shards) {
        const ages: Ages = { nowMs, endMs: (leaf) => bounds.genesisMs + ((guard.firstSlot ?? 0) + leaf + 1) * slotMs }
        if (isRemoving) await this.#removeOld(guard, ages)
        await this.#write(guard, ages, { isNewest: guard === shards.at(-1) })
      }
      if (isRemoving) this.#removedMs = nowMs
    } catch (error) {
      logger.error({ err: error }, 'the files of raw ticks could not be written: it is retried')
    }
  }

  /** Writes the files that a shard lacks, oldest first. */
  async #write(guard: Guard, ages: Ages, { isNewest }: { readonly isNewest: boolean }): Promise<void> {
    const { logger } = this.#options
    const folder = this.#folderOf(guard)
    let index = this.#next.get(guard.shard) ?? firstKept(guard.size, ages)
    for (let written = 0; written < filesAtOnce; index += 1) {
      const width = Math.min(tileWidth, guard.size - index * tileWidth)
      // Only the last bundle of a shard that is whole may stay partial.
      if (width <= 0 || (width < tileWidth && isNewest)) break
      if (ages.endMs(index * tileWidth + width - 1) + storedWithinMs > ages.nowMs) break
      const bundle = { index, width }
      if (isOver(bundle, ages)) continue
      if (await folder.lists(storedRawTicks(bundle))) continue
      const wrong = await this.#writeFile(guard, folder, bundle)
      if (wrong.length > 0) logger.error({ slots: wrong }, 'stored ticks are not those that their frames commit to')
      written += 1
    }
    this.#next.set(guard.shard, index)
  }

  async #writeFile({ firstSlot }: Guard, folder: LogFolder, bundle: Bundle): Promise<readonly number[]> {
    const bytes = await folder.read(bundlePath(bundle))
    if (bytes === null) throw new Error(`the bundle ${bundle.index} of the log of prices is missing`)
    const from = (firstSlot ?? 0) + bundle.index * tileWidth
    const records = await readTickRecords(this.#options.pool, { from, before: from + bundle.width })
    const { file, wrong } = await rawTicksFile(parseBundle(bytes, bundle.width), records)
    await folder.write(new Map([[storedRawTicks(bundle), file]]))
    return wrong
  }

  /** Removes what is past its time, and what an interrupted write has left. */
  async #removeOld(guard: Guard, ages: Ages): Promise<void> {
    const folder = this.#folderOf(guard)
    const names = await folder.below(rawFolder)
    const isRemoved = (name: string) => {
      const bundle = bundleOfRawTicks(name)
      return bundle === null || isOver(bundle, ages)
    }
    await folder.remove(names.filter(isRemoved))
  }

  #folderOf({ shard }: Guard): LogFolder {
    const { folder, beforeStep } = this.#options
    return new LogFolder(join(folder, 'ticks', shard), beforeStep)
  }
}

/** The instants that decide about a file. */
interface Ages {
  readonly nowMs: number
  /** When the slot of a leaf ended. */
  readonly endMs: (leaf: number) => number
}

/** Whether all ticks of a bundle are past their time. */
function isOver({ index, width }: Bundle, { nowMs, endMs }: Ages): boolean {
  return endMs(index * tileWidth + width - 1) + rawTicksKeptMs <= nowMs
}

/** The first bundle of which ticks may still be kept. */
function firstKept(size: number, { nowMs, endMs }: Ages): number {
  const passed = Math.floor((nowMs - rawTicksKeptMs - endMs(0)) / slotMs)
  return Math.floor(Math.min(Math.max(passed, 0), size) / tileWidth)
}
