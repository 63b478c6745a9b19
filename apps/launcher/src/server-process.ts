import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { LaunchError } from './launch-error.ts'
import { rotateLog } from './log-rotation.ts'

const readyTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const complaintBytes = 2_000

/** The running server. */
export interface ServerProcess {
  readonly pid: number
  /** The port of /metrics, on loopback. */
  readonly metricsPort: number
  /** Settles with the exit code, or null after a signal. */
  readonly exited: Promise<number | null>
  /** Asks the server to finish accepted work, and kills it after a timeout. */
  stop(): Promise<void>
  kill(): void
}

/** How to start the server. */
export interface ServerSettings {
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The log file, one JSON object per line. */
  readonly logFile: string
  readonly readyUrl: string
  /** Kills the server while it is starting; afterwards the signal has no effect. */
  readonly signal?: AbortSignal
}

/** The server's message once it is ready. */
const readyMessage = z.object({ metricsPort: z.int() })

/** Starts all roles in one process and waits until they are ready. Throws LaunchError with the server's own output. */
export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  await rotateLog(settings.logFile)
  const child = spawnServer(settings)
  const complaint = keepComplaint(child, settings.logFile)
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)).once('error', () => resolve(1)),
  )
  const told = new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(readyMessage.parse(message).metricsPort)),
  )
  const giveUp = () => child.kill('SIGKILL')
  settings.signal?.addEventListener('abort', giveUp)
  const outcome = await Promise.race([becomesReady(settings.readyUrl, told), exited.then(() => 'ended' as const)])
  settings.signal?.removeEventListener('abort', giveUp)
  if (typeof outcome !== 'number') child.kill('SIGKILL')
  if (outcome === 'ended')
    throw new LaunchError(complaint() || `The server ended while starting; its log is ${settings.logFile}.`)
  if (outcome === 'late')
    throw new LaunchError(`The server did not become ready within a minute; its log is ${settings.logFile}.`)
  return {
    pid: child.pid ?? 0,
    metricsPort: outcome,
    exited,
    stop: async () => {
      child.kill('SIGTERM')
      const isStopped = await Promise.race([exited.then(() => true), sleep(stopTimeoutMs, false, { ref: false })])
      if (!isStopped) child.kill('SIGKILL')
      await exited
    },
    kill: () => child.kill('SIGKILL'),
  }
}

function spawnServer({ root, environment, logFile }: ServerSettings): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const follow = join(root, 'apps/launcher/src/follow-parent.mjs')
  try {
    // A process group of its own: Ctrl-C in the terminal must reach it through us, before PostgreSQL.
    return spawn(process.execPath, ['--import', follow, join(root, 'apps/server/src/roles/all.ts')], {
      cwd: root,
      detached: process.platform !== 'win32',
      env: environment,
      stdio: ['ignore', log, 'pipe', 'ipc'],
    })
  } finally {
    closeSync(log)
  }
}

/** Copies standard error to the log, and keeps its end to show when the server does not come up. */
function keepComplaint(child: ChildProcess, logFile: string): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-complaintBytes)
    void appendFile(logFile, chunk).catch(() => undefined)
  })
  return () => text.trim()
}

/** Waits until customers can be served and the server has reported the port of its metrics. */
async function becomesReady(url: string, told: Promise<number>): Promise<number | 'late'> {
  const giveUpAtMs = performance.now() + readyTimeoutMs
  while (performance.now() < giveUpAtMs) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return Promise.race([told, sleep(giveUpAtMs - performance.now(), 'late' as const, { ref: false })])
    await sleep(20)
  }
  return 'late'
}
