/** The process of the market: the only one that knows the database as the market's role, and the sources' keys. */
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { systemClock } from '../platform/clock.ts'
import { feedAccess } from './market-feed.ts'
import { createMarketReports } from './market-reports.ts'
import { startMarketRole } from './market.ts'
import { send } from './peers.ts'
import { runRole } from './role-process.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'market' })
await runRole(logger, () =>
  startMarketRole({
    marketUrl: config.marketDatabaseUrl,
    feed: config.feed,
    hasRealMoney: config.mode === 'live',
    ...feedAccess(config),
    clock: systemClock,
    logger,
    publish: (_topic, frame) => send({ kind: 'frame', frame }),
    // A feed that is not live has none.
    reportSources: (sources) => {
      if (sources.length > 0) send({ kind: 'sources', sources })
    },
    metrics: createMarketReports(send, { nowMs: () => performance.now() }),
  }),
)
