import type { Argon2Cost } from '../platform/argon2.ts'
import type { Bus } from '../platform/bus/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config, ServerPart } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { CallLimits, LimitShare } from '../platform/rate-limit/index.ts'
import type { Database, Reads } from '../platform/transaction.ts'
import type { CellsOverview } from '../modules/cells/index.ts'
import type { SharedNames } from '../modules/identity/index.ts'
import type { OwnNotifier } from '../modules/messages/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import type { BalancePublisher } from '../modules/statement/index.ts'
import type { Peers } from './peers.ts'

/** How many calls the server takes, what it spends on a password, and which clock it compares with the database's. */
export interface Bounds {
  readonly callLimits: CallLimits
  /** Of customers' new passwords, and of checking one where none is stored. Only tests lower it. */
  readonly passwordCost: Argon2Cost
  /** Only tests set another than the machine's. */
  readonly clock: Clock
}

/** Dependencies shared by every role of the process. */
export interface Shared extends Bounds {
  readonly config: Config
  /** The parts that this process runs. */
  readonly parts: ReadonlySet<ServerPart>
  readonly pool: Database
  /** Reads that may be as old as the settings allow. */
  readonly reads: Reads
  /** The market and the chain watchers. */
  readonly peers: Peers
  readonly bus: Bus
  /** Publishes balances after every booking; the only publisher of the process. */
  readonly balances: BalancePublisher
  /** Notifies customers of everything that happens to them outside their own calls. */
  readonly notifier: OwnNotifier
  /** Rate limits that count the calls of all processes; null where there is one. */
  readonly limitShare: LimitShare | null
  /** The names that all cells share; null where this is the only one. */
  readonly sharedNames: SharedNames | null
  /** What operators read of all cells; null where this is the only one, or the process serves no calls. */
  readonly cells: CellsOverview | null
  readonly logger: Logger
  readonly metrics: Metrics
}

/** What other roles report to the status page and the probe. */
export interface Health {
  isLedgerHalted(): boolean
  /** Whether the clock of this process is that of the database. */
  isClockRight(): boolean
  sources(): readonly SourceHealth[]
}
