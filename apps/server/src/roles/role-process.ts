import { flushCompileCache } from 'node:module'
import process from 'node:process'
import type { Logger } from '../platform/logger.ts'
import { send } from './peers.ts'
import type { OpenedPorts } from './peers.ts'

/** Longer than any part of a stop may take, and shorter than the patience of the launcher, which then kills. */
const stopWithinMs = 14_000

/** Starts a role as the only one of this process, tells the parent when it is ready, and stops it on a signal. */
export async function runRole(
  logger: Logger,
  start: () => Promise<{ readonly ports?: OpenedPorts; stop(): Promise<void> }>,
): Promise<void> {
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection: the process exits')
    process.exitCode = 1
    setTimeout(() => process.exit(1), 500)
  })
  const running = await start()
  // A role that only waits for messages has nothing else that keeps its process running.
  process.channel?.ref()
  logger.info('the process is ready')
  send({ kind: 'ready', ports: running.ports ?? null })
  // Otherwise written at the exit only: a process that is killed would leave the next one to compile everything again.
  flushCompileCache()
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => {
        logger.error('stopping took too long: the process exits')
        process.exit(1)
      }, stopWithinMs).unref()
      void running.stop().then(() => {
        process.exit(0)
      })
    })
  }
}
