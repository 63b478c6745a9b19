/** The process of the API and the sockets, settlement and jobs. It knows the database as the application only. */
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { startTracing } from '../platform/tracing.ts'
import { peersOfParent } from './peers.ts'
import { runRole } from './role-process.ts'
import { startServer } from './server.ts'
import { version } from './version.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'server' })
await runRole(logger, async () => {
  const { tracesUrl: url, tracesShare: share } = config
  const stopTracing = url === '' ? null : await startTracing({ url, share, version })
  const { consolePort, metricsPort, stop } = await startServer(config, logger, peersOfParent())
  const stopAll = async () => {
    await stop()
    await stopTracing?.()
  }
  return { ports: { consolePort, metricsPort }, stop: stopAll }
})
