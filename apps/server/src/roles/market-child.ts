import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentOf } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import { parsePeerMessage } from './peers.ts'
import type { PeerMessage } from './peers.ts'

const restartAfterMs = 1_000
/** A first start may fail on a machine that is busy. */
const mostStarts = 3
const stopWithinMs = 5_000

/** The market in a process below this one. */
export interface MarketChild {
  /** Settles when the market publishes for the first time, or fails when its process has ended three times before. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Runs the market in a process of its own below this one, started again when it ends: for tests and benchmarks. */
export function startMarketChild(
  config: Config,
  { logger, take }: { readonly logger: Logger; readonly take: (message: PeerMessage) => void },
): MarketChild {
  let isStopping = false
  let child: ChildProcess | null = null
  let starts = 0
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined)
  const launch = (): void => {
    starts += 1
    const started = fork(fileURLToPath(new URL('run-market.ts', import.meta.url)), [], {
      env: environmentOf('market', config),
      execArgv: ['--import', fileURLToPath(new URL('follow-parent.mjs', import.meta.url))],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child = started
    started.on('message', (message) => {
      if (isReadyMessage(message)) ready.resolve()
      else take(parsePeerMessage(message))
    })
    started.once('exit', (code) => {
      child = null
      if (starts === mostStarts) ready.reject(new Error(`the market ended before it was ready (${code ?? 'killed'})`))
      if (isStopping) return
      logger.error({ code }, 'the market ended; starting it again')
      setTimeout(() => {
        if (!isStopping) launch()
      }, restartAfterMs)
    })
  }
  launch()
  return {
    ready: ready.promise,
    async stop() {
      isStopping = true
      if (child === null) return
      const running = child
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      const timer = setTimeout(() => running.kill('SIGKILL'), stopWithinMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready'
}
