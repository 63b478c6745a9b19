import { flushCompileCache } from 'node:module'
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { startServer } from './server.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'server' })

process.on('unhandledRejection', (error) => {
  logger.fatal({ err: error }, 'unhandled rejection: the process exits')
  process.exitCode = 1
  setTimeout(() => process.exit(1), 500)
})

const running = await startServer(config, logger)
logger.info(
  { port: running.port, metricsPort: running.metricsPort, mode: config.mode, feed: config.feed },
  'the server is ready',
)
// Reports values that cannot be derived from the settings to the parent process.
process.send?.({ metricsPort: running.metricsPort })
// Otherwise written at the exit only: a process that is killed would leave the next one to compile everything again.
flushCompileCache()

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void running.stop().then(() => {
      process.exit(0)
    })
  })
}
