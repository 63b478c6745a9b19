import type { Pool } from 'pg'
import type { Bus } from '../platform/bus/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { CallLimits } from '../platform/rate-limit/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'

/** Dependencies shared by every role of the process. */
export interface Shared {
  readonly config: Config
  readonly pool: Pool
  /** The database as the watcher's role. It connects only where a chain is watched. */
  readonly watcherPool: Pool
  readonly bus: Bus
  readonly logger: Logger
  readonly metrics: Metrics
  readonly callLimits: CallLimits
}

/** What other roles report to the status page. */
export interface Health {
  isLedgerHalted(): boolean
  sources(): readonly SourceHealth[]
}
