import type { Logger } from '../../apps/server/src/platform/logger.ts'
import { createBus } from '../../apps/server/src/platform/bus/index.ts'
import { emptyFrame } from '../../apps/server/src/platform/bus/testing/empty-frame.ts'
import { createContractService } from '../../apps/server/src/modules/contract/index.ts'
import type { ContractService } from '../../apps/server/src/modules/contract/index.ts'
import { startLedgerChecker } from '../../apps/server/src/modules/soundness/index.ts'
import type { SettledOrder } from '../../apps/server/src/modules/settlement/index.ts'
import { startSettler } from '../../apps/server/src/modules/settlement/index.ts'
import type { SimulatedDatabase } from './simulated-database.ts'
import type { VirtualTime } from './virtual-time.ts'
import { withBalances } from '../../apps/server/src/modules/statement/testing/with-balances.ts'

/** The roles of a server that decide money, on virtual time and a database that fails. */
export interface SimulatedServer {
  readonly contracts: ContractService
  /** Announces a committed frame to all roles. */
  announce(slot: number): void
  /** The process is gone: nothing that it started continues. */
  crash(): void
}

export interface SimulatedServerOptions {
  readonly database: SimulatedDatabase
  readonly time: VirtualTime
  readonly logger: Logger
  readonly onSettled: (order: SettledOrder) => void
  readonly onMismatches: (mismatches: number) => void
}

/** Starts the batcher, the settler and the ledger's checker. Throws where the database fails while they start. */
export async function startSimulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const { database, time, logger } = options
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  const pool = database.connect()
  const contracts = await createContractService(withBalances({ pool, bus, logger }))
  const endings: (() => void)[] = []
  // A dead process has no timers.
  const repeat = (work: () => void, everyMs: number) => {
    const end = time.repeat(work, everyMs)
    endings.push(end)
    return end
  }
  startSettler(withBalances({ pool, bus, logger, repeat, monotonic: time, batchSize: 5, onSettled: options.onSettled }))
  startLedgerChecker({ pool, logger, repeat, onChecked: options.onMismatches })
  return {
    contracts,
    announce: (slot) => bus.publish('frame', emptyFrame(slot)),
    crash: () => {
      for (const end of endings) end()
      database.crash()
      // The bus of a dead process carries nothing, not even frames.
    },
  }
}
