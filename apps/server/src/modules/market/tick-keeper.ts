import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { Logger } from '../../platform/logger.ts'
import type { Database } from './market-store.ts'
import { storeTicks } from './record-store.ts'

const deflated = promisify(deflateRaw)
/** A minute of records waits for a database that is away; older ones are given up. */
const mostWaiting = 120

/** The record of the ticks of a stored frame. */
export interface KeptTicks {
  readonly slot: number
  readonly bytes: Uint8Array
}

/**
 * Stores records of ticks after their frames, one at a time and in order: no frame waits for them. A record that is
 * given up, or lost with the process, stays missing: its frame keeps the digest, and nothing is put in its place.
 */
export class TickKeeper {
  readonly #pool: Database
  readonly #logger: Logger
  #waiting: KeptTicks[] = []
  #storing: Promise<void> = Promise.resolve()

  constructor({ pool, logger }: { readonly pool: Database; readonly logger: Logger }) {
    this.#pool = pool
    this.#logger = logger
  }

  add(ticks: KeptTicks): void {
    this.#waiting.push(ticks)
    if (this.#waiting.length > mostWaiting) {
      const [oldest] = this.#waiting.splice(0, 1)
      this.#logger.warn({ slot: oldest?.slot }, 'the ticks of a frame are given up')
    }
    this.#storing = this.#storing.then(() => this.#store())
  }

  /** Waits until everything that can be stored is stored. */
  async settled(): Promise<void> {
    await this.#storing
  }

  /** Stores what waits. What the database does not take now is tried again with the next record. */
  async #store(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        const isStored = await storeTicks(this.#pool, { ...next, deflated: await deflated(next.bytes) })
        if (!isStored) this.#logger.warn({ slot: next.slot }, 'the stored frame is not made of the recorded ticks')
      } catch (error) {
        this.#logger.error({ err: error, slot: next.slot }, 'the ticks of a frame could not be stored')
        return
      }
      if (this.#waiting[0] === next) this.#waiting.shift()
    }
  }
}
