import { randomBytes } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { startRounds } from '../../platform/rounds.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import type { SecretSeeds, SimulationStart } from '../quote-feeds/index.ts'
import type { Database } from './market-store.ts'
import { commitSeed, revealSeeds, storeSimulationStart } from './record-store.ts'

const everyMs = 60_000
const seedBytes = 32

export interface SeedKeeperOptions extends WatchOptions {
  readonly nowMs: () => number
}

/** The secret seeds of a simulation, committed ahead of their days and revealed after them. */
export interface SeedKeeper extends SecretSeeds {
  /** Stores what is left, and ends. */
  stop(): Promise<void>
}

/**
 * Commits to the seeds of the running day and of the next one, and keeps doing so: a day's seed is always committed for
 * hours before its first tick. Throws where the database does not take the first two.
 */
export async function openSeedKeeper(options: SeedKeeperOptions): Promise<SeedKeeper> {
  const { pool, nowMs, logger, repeat } = options
  const seeds = new Map<number, Uint8Array>()
  const starts: SimulationStart[] = []
  const commit = async () => {
    const today = Math.floor(nowMs() / dayMs)
    for (const day of [today, today + 1]) if (!seeds.has(day)) seeds.set(day, await committed(pool, day))
    for (const day of seeds.keys()) if (day < today - 1) seeds.delete(day)
  }
  const round = async () => {
    try {
      await commit()
      for (let next = starts[0]; next !== undefined; next = starts[0]) {
        await storeSimulationStart(pool, { startMs: next.startMs, ticks: dense(next.ticks) })
        starts.shift()
      }
      const revealed = await revealSeeds(pool)
      if (revealed > 0) logger.info({ revealed }, 'seeds of past days are revealed')
    } catch (error) {
      logger.error({ err: error }, 'the seeds of the simulation could not be committed or revealed')
    }
  }
  await commit()
  const rounds = startRounds(round, { everyMs, repeat })
  const storeStarts = async () => {
    await rounds.look()
    // That round may have been under way before.
    if (starts.length > 0) await rounds.look()
  }
  return {
    seedOf: (day) => seeds.get(day) ?? null,
    recordStart(start) {
      starts.push(start)
      void storeStarts()
    },
    async stop() {
      await storeStarts()
      await rounds.stop()
    },
  }
}

/** The day's seed: the one committed before, or a new one. */
async function committed(pool: Database, day: number): Promise<Uint8Array> {
  const seed = await commitSeed(pool, day, randomBytes(seedBytes))
  if (seed === null) throw new Error(`the seed of day ${day} is revealed already`)
  return seed
}

/** The index is `instrument.id - 1`; an id that no instrument has starts at 0. */
function dense(ticks: ReadonlyMap<number, number>): number[] {
  return Array.from({ length: Math.max(0, ...ticks.keys()) }, (_, index) => ticks.get(index + 1) ?? 0)
}
