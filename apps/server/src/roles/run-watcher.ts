/** The process of the chain watchers: the only one that knows the database as their role, and the nodes' addresses. */
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { onWatcherRequest, send } from './peers.ts'
import { runRole } from './role-process.ts'
import { startWatcherRole } from './watcher.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'watcher' })
await runRole(logger, () => {
  const role = startWatcherRole({ config, logger, tell: send })
  onWatcherRequest(role.take)
  return Promise.resolve(role)
})
