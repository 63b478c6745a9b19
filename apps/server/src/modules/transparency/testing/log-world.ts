import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slotMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { manualClock } from '../../../platform/clock.ts'
import type { ManualClock } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createPool } from '../../../platform/postgres/pool.ts'
import type { ClonedDatabase } from '../../../platform/postgres/test-template.ts'
import { createEventsSource } from '../events-source.ts'
import { createLogSigner } from '../log-signer.ts'
import { SealedLog } from '../sealer.ts'
import type { LogState, SealerOptions } from '../sealer.ts'
import { createTicksSource } from '../ticks-source.ts'

/** 2026-01-05 00:00 UTC. */
export const genesisMs = 1_767_571_200_000
export const testKey = Buffer.alloc(32, 7).toString('base64url')

/** A log on a test database: frames are stored as the owner, and rounds are done when the test asks for one. */
export class LogWorld {
  readonly owner: Pool
  readonly pool: Pool
  readonly clock: ManualClock = manualClock(genesisMs)
  readonly folder: string
  states: LogState[] = []

  constructor(owner: Pool, pool: Pool, folder: string) {
    this.owner = owner
    this.pool = pool
    this.folder = folder
  }

  /** A sealer of prices that runs no rounds by itself. */
  ticksLog(options: Partial<SealerOptions> = {}): SealedLog {
    return new SealedLog({ ...this.#common(), name: 'ticks', source: createTicksSource(this.pool), ...options })
  }

  /** A sealer of events that runs no rounds by itself. */
  eventsLog(options: Partial<SealerOptions> = {}): SealedLog {
    return new SealedLog({ ...this.#common(), name: 'events', source: createEventsSource(this.pool), ...options })
  }

  /** One round, after which every stored leaf is signed unless something fails. */
  async seal(log: SealedLog): Promise<void> {
    this.clock.advance(5_000)
    await log.round()
  }

  /** Stores the frames of a range of slots, each with two instruments; slots in `missing` are a recorded gap. */
  async store(from: number, to: number, missing: readonly number[] = []): Promise<void> {
    await this.owner.query(
      `insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, price_sums,
         open_counts, sources, ticks_digest)
       select slot, array[100 + slot, 200], array[5, 2147483647], array[1, 0], array[0, 3], array[1, 0],
         $4 + (slot + 1) * ${slotMs}, array[slot * 100, -7], array[slot, 0],
         array[5, 0], sha256(int8send(slot))
       from generate_series($1::bigint, $2::bigint) as slot where slot <> all ($3::bigint[])`,
      [from, to, missing, genesisMs],
    )
    await this.owner.query(
      'insert into market.gap (from_slot, to_slot) select slot, slot from unnest($1::bigint[]) as slot',
      [missing],
    )
  }

  #common() {
    return {
      pool: this.pool,
      signer: createLogSigner(testKey),
      folder: this.folder,
      host: 'log.test',
      clock: this.clock,
      logger: createLogger({ level: 'silent', role: 'test' }),
      onRound: (state: LogState) => {
        this.states.push(state)
      },
    }
  }

  async close(): Promise<void> {
    await this.owner.end()
    await this.pool.end()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export async function openLogWorld({ ownerUrl, logUrl }: ClonedDatabase): Promise<LogWorld> {
  const owner = createPool(ownerUrl, 'test-owner', { maxConnections: 2 })
  const pool = createPool(logUrl, 'test-log', { maxConnections: 2 })
  await owner.query('delete from market.clock')
  await owner.query('insert into market.clock (genesis_ms) values ($1)', [genesisMs])
  return new LogWorld(owner, pool, await mkdtemp(join(tmpdir(), 'candor-log-')))
}
