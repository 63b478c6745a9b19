/** The process of the price log: the only one that knows the database as its role, and the keys that sign the log. */
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { startLogRole } from './log.ts'
import { send } from './peers.ts'
import { runRole } from './role-process.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'log' })
await runRole(logger, () => Promise.resolve(startLogRole({ config, logger, tell: send })))
