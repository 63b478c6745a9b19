import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Attacks from a process of its own: sends a script of this folder its plan, and returns its reply. Null: it failed.
 */
export async function attackFrom(script: string, plan: object): Promise<unknown> {
  const child = fork(join(import.meta.dirname, script), { execArgv: [] })
  child.send(plan)
  const ended = once(child, 'exit').then(() => [null])
  const [reply]: unknown[] = await Promise.race([once(child, 'message'), ended])
  return reply
}
