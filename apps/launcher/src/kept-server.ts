import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

/**
 * A server that falls this often within this time is not started again: something is wrong that a start does not mend.
 */
const mostFalls = 5
const fallsWithinMs = 10_000
const pauseMs = 500

/** A server that is started again when it dies. */
export interface KeptServer {
  readonly current: ServerProcess
  /** Settles with a sentence once the server is not started again. */
  readonly failed: Promise<string>
  stop(): Promise<void>
  kill(): void
}

/**
 * Keeps a server running. `start` starts the next one where the last one was, and gives up at once when the signal
 * aborts.
 */
export function keepServer(
  first: ServerProcess,
  start: (signal: AbortSignal) => Promise<ServerProcess>,
  logFile: string,
): KeptServer {
  const giveUp = new AbortController()
  const falls: number[] = []
  let current = first
  let isStopping = false
  let isStarting = false

  const keep = async (): Promise<string> => {
    for (;;) {
      const code = await current.exited
      const how = `The server ended by itself (${code ?? 'killed'})`
      for (isStarting = true; isStarting;) {
        if (isStopping) return new Promise(() => undefined)
        if (hasFallenTooOften(falls))
          return `${how} or did not start ${mostFalls} times within 10 s; its log is ${logFile}.`
        try {
          current = await start(giveUp.signal)
          isStarting = false
        } catch {
          // PostgreSQL may have died with it, and be on its way back.
          await sleep(pauseMs)
        }
      }
    }
  }
  const failed = keep()
  return {
    get current() {
      return current
    },
    failed,
    async stop() {
      isStopping = true
      giveUp.abort()
      if (!isStarting) await current.stop()
    },
    kill() {
      isStopping = true
      giveUp.abort()
      current.kill()
    },
  }
}

function hasFallenTooOften(falls: number[]): boolean {
  const nowMs = performance.now()
  falls.push(nowMs)
  return falls.length >= mostFalls && nowMs - (falls.at(-mostFalls) ?? 0) < fallsWithinMs
}
