import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'
import type { RoleProcess } from './role-process.ts'

/**
 * A process that falls this often within this time is not started again: something is wrong that a start does not mend.
 */
export const mostFalls = 5
const fallsWithinMs = 10_000
/** A process that falls no more often than once in this time is always started again. */
export const fallsApartMs = fallsWithinMs / (mostFalls - 1)
/** Between a start that failed and the next one. */
export const pauseMs = 500

/** The process of a role, started again when it dies. */
export interface KeptRole {
  readonly current: RoleProcess
  /** Settles with a sentence once the process is not started again. */
  readonly failed: Promise<string>
  stop(): Promise<void>
  kill(): void
}

/**
 * Keeps the process of a role running. `start` starts the next one where the last one was, and gives up at once when
 * the signal aborts.
 */
export function keepRole(
  first: RoleProcess,
  start: (signal: AbortSignal) => Promise<RoleProcess>,
  { role, logFile }: { readonly role: ProcessRole; readonly logFile: string },
): KeptRole {
  const giveUp = new AbortController()
  const falls: number[] = []
  let current = first
  let isStopping = false
  let isStarting = false

  const keep = async (): Promise<string> => {
    for (;;) {
      const code = await current.exited
      const how = `The ${role} ended by itself (${code ?? 'killed'})`
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
