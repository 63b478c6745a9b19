import { slotMs } from '@candor/formulas'
import { pino } from 'pino'
import type { Logger } from '../../apps/server/src/platform/logger.ts'
import type { PoolClient } from 'pg'
import { openLedgerWorld } from '../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { createPool } from '../../apps/server/src/platform/postgres/pool.ts'
import type { ClonedDatabase } from '../../apps/server/src/platform/postgres/test-template.ts'
import type { OracleTerms } from './contract-oracle.ts'
import { SimulatedDatabase } from './simulated-database.ts'
import { VirtualTime } from './virtual-time.ts'

const connections = 20
const coin = 1_000_000n
/** One database in which life after life is simulated, each with customers of its own, later than the one before. */
export interface SimulatedWorld {
  readonly ledger: LedgerWorld
  readonly app: SimulatedDatabase
  readonly market: SimulatedDatabase
  readonly terms: readonly OracleTerms[]
  readonly genesisMs: number
  readonly logger: Logger
  /** Time of the life in progress, in milliseconds since genesis. */
  time: VirtualTime
  /** The first slot that no life has used. */
  nextSlot: number
  /** The epoch that the next life begins with: epochs never step back. */
  nextEpoch: number
  nextCustomer: bigint
  /** Moves virtual time and the database's clock, runs what is due, and waits until everything is idle. */
  moveTo(msSinceGenesis: number): Promise<void>
  quiet(): Promise<void>
  close(): Promise<void>
}

export async function openSimulatedWorld(database: ClonedDatabase): Promise<SimulatedWorld> {
  const ledger = await openLedgerWorld(database)
  const { rows } = await ledger.owner.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
  const genesisMs = Number(rows[0]?.genesis_ms)
  const appPool = createPool(database.appUrl, 'simulated', { maxConnections: connections, queryTimeoutMs: 0 })
  const marketPool = createPool(database.marketUrl, 'simulated-market', { maxConnections: 2, queryTimeoutMs: 0 })
  const clients = await Promise.all(Array.from({ length: connections }, () => appPool.connect()))
  const marketClients = await Promise.all([marketPool.connect(), marketPool.connect()])
  const world: SimulatedWorld = {
    ledger,
    app: new SimulatedDatabase(appPool, clients, () => world.time),
    market: new SimulatedDatabase(marketPool, marketClients, () => world.time),
    terms: await offerTerms(ledger),
    genesisMs,
    logger: pino({ level: 'silent' }),
    time: new VirtualTime(ledger.slot * slotMs),
    nextSlot: ledger.slot,
    nextEpoch: 0,
    nextCustomer: 1n,
    moveTo: async (ms) => {
      await ledger.owner.query({
        name: 'move',
        text: 'update clock.setting set virtual_now_ms = $1',
        values: [genesisMs + ms],
      })
      world.time.moveTo(ms)
      await world.quiet()
    },
    quiet: async () => {
      await world.market.quiet()
      await world.app.quiet()
    },
    close: async () => {
      for (const client of [...clients, ...marketClients]) release(client)
      await appPool.end()
      await marketPool.end()
      await ledger.close()
    },
  }
  return world
}

function release(client: PoolClient): void {
  client.release(true)
}

async function offerTerms(ledger: LedgerWorld): Promise<OracleTerms[]> {
  const wanted = [
    { instrument: 1, slots: 2, feeBps: 50, payoutBps: 8_537, entryWindow: 1, exitWindow: 1 },
    { instrument: 2, slots: 4, feeBps: 0, payoutBps: 9_200, entryWindow: 2, exitWindow: 2 },
    { instrument: 1, slots: 9, feeBps: 100, payoutBps: 8_000, entryWindow: 3, exitWindow: 4 },
  ]
  const offered: OracleTerms[] = []
  for (const { instrument, slots, feeBps, payoutBps, ...windows } of wanted) {
    const limits = { stakeMin: coin, stakeMax: 5_000n * coin }
    const termsId = await ledger.offer({
      instrumentId: instrument,
      durationSlots: slots,
      feeBps,
      payoutBps,
      maxOpenPayout: 10n ** 15n,
      entryWindowSlots: windows.entryWindow,
      exitWindowSlots: windows.exitWindow,
      ...limits,
    })
    const odds = { feeBps: BigInt(feeBps), payoutBps: BigInt(payoutBps) }
    offered.push({ termsId, instrument, slots, ...odds, ...limits, ...windows })
  }
  return offered
}
