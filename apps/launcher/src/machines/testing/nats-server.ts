import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** NATS's server, from Debian's package `nats-server` or of a name of its own. */
const program = process.env['CANDOR_NATS_SERVER'] ?? 'nats-server'

/** Whether tests have a NATS to run with. */
export const hasNats = spawnSync(program, ['--version']).status === 0

/** Starts a NATS, and resolves once it takes connections. */
export async function startNats(port: number, ...flags: readonly string[]): Promise<ChildProcess> {
  const nats = spawn(program, ['--addr', '127.0.0.1', '--port', String(port), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const isUp = new Promise<void>((resolve) => {
    nats.stderr.on('data', (text: Buffer) => text.includes('Server is ready') && resolve())
  })
  await isUp
  return nats
}

/** Ends a process, and resolves once it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
