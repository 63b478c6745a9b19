import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'
import { parseReadyMessage } from '../../server/src/roles/peers.ts'
import type { OpenedPorts } from '../../server/src/roles/peers.ts'
import { programOf } from './bundled-roles.ts'
import { LaunchError } from './launch-error.ts'
import { rotateLog } from './log-rotation.ts'

const readyTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const complaintBytes = 2_000

/** A running process of a role. */
export interface RoleProcess {
  readonly pid: number
  /** The ports of the console and the metrics, where the role serves them. */
  readonly ports: OpenedPorts | null
  /** Settles with the exit code, or null after a signal. */
  readonly exited: Promise<number | null>
  /** Asks the process to finish accepted work, and kills it after a timeout. */
  stop(): Promise<void>
  kill(): void
}

/** How to start a role. */
export interface RoleSettings {
  readonly root: string
  readonly role: ProcessRole
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The log file, one JSON object per line. */
  readonly logFile: string
  /** Responds with 200 once customers can be served; null where the process itself says that it is ready. */
  readonly readyUrl: string | null
  /** Called with the process at once, to carry its messages. */
  readonly onSpawned: (child: ChildProcess) => void
  /** Kills the process while it is starting; afterwards the signal has no effect. */
  readonly signal?: AbortSignal
}

/** Starts a role and waits until it is ready. Throws LaunchError with the process's own output. */
export async function startRole(settings: RoleSettings): Promise<RoleProcess> {
  const { role, logFile, readyUrl, signal } = settings
  await rotateLog(logFile)
  signal?.throwIfAborted()
  const program = await programOf(settings.root, role)
  signal?.throwIfAborted()
  const child = spawnRole(settings, program)
  settings.onSpawned(child)
  const complaint = keepComplaint(child, logFile)
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)).once('error', () => resolve(1)),
  )
  const told = new Promise<OpenedPorts | null>((resolve) =>
    child.on('message', (message) => {
      const ready = parseReadyMessage(message)
      if (ready !== null) resolve(ready.ports)
    }),
  )
  const giveUp = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', giveUp)
  const outcome = await Promise.race([becomesReady(readyUrl, told), exited.then(() => 'ended' as const)])
  signal?.removeEventListener('abort', giveUp)
  if (outcome === 'ended' || outcome === 'late') child.kill('SIGKILL')
  if (outcome === 'ended')
    throw new LaunchError(complaint() || `The ${role} ended while starting; its log is ${logFile}.`)
  if (outcome === 'late')
    throw new LaunchError(`The ${role} did not become ready within a minute; its log is ${logFile}.`)
  return {
    pid: child.pid ?? 0,
    ports: outcome,
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

function spawnRole({ root, environment, logFile }: RoleSettings, program: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const loadedFirst = ['follow-parent.mjs', 'readable-stacks.mjs'].flatMap((name) => [
    '--import',
    join(root, 'apps/server/src/roles', name),
  ])
  try {
    // A process group of its own: Ctrl-C in the terminal must reach it through us, before PostgreSQL.
    return spawn(process.execPath, [...loadedFirst, program], {
      cwd: root,
      detached: process.platform !== 'win32',
      env: environment,
      stdio: ['ignore', log, 'pipe', 'ipc'],
      // Frames hold integers that JSON cannot.
      serialization: 'advanced',
    })
  } finally {
    closeSync(log)
  }
}

/** Copies standard error to the log, and keeps its end to show when the process does not come up. */
function keepComplaint(child: ChildProcess, logFile: string): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-complaintBytes)
    void appendFile(logFile, chunk).catch(() => undefined)
  })
  return () => text.trim()
}

/**
 * Waits until the process has said that it is ready, and customers can be served. The URL is polled only then: each
 * refused connection would take processor time from the process that is loading.
 */
async function becomesReady(
  url: string | null,
  told: Promise<OpenedPorts | null>,
): Promise<OpenedPorts | null | 'late'> {
  const giveUpAtMs = performance.now() + readyTimeoutMs
  const ports = await Promise.race([told, sleep(readyTimeoutMs, 'late' as const, { ref: false })])
  while (url !== null && ports !== 'late' && !(await answers(url))) {
    if (performance.now() > giveUpAtMs) return 'late'
    await sleep(20)
  }
  return ports
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  )
}
