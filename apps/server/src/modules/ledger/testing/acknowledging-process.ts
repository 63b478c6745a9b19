import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'

/** A step of a request that a killed process was answered. */
export interface Acknowledged {
  readonly step: string
  readonly requestId: string
}

/** Says that a step of a request is asked for, or was answered. Resolves once the line has left this process: a kill cannot take it back. */
export function say(word: 'asks' | 'did', step: string, requestId: string): Promise<unknown> {
  return new Promise((resolve) => process.stdout.write(`${word} ${step} ${requestId}\n`, resolve))
}

/** Runs a program that says what it does until it has said so many lines, and kills it there. Answers every request it had asked for. */
export async function runUntilLine(
  program: string,
  values: readonly string[],
  lines: number,
): Promise<{ acknowledged: readonly Acknowledged[]; asked: ReadonlySet<string> }> {
  const child = spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] })
  const hasEnded = once(child, 'exit')
  const acknowledged: Acknowledged[] = []
  const asked = new Set<string>()
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, step = '', requestId = ''] = line.split(' ')
    // The last line of a killed process may be cut short: what was not told was not acknowledged.
    if (requestId.length !== 36) continue
    if (word === 'asks') asked.add(requestId)
    if (word === 'did') acknowledged.push({ step, requestId })
    seen += 1
    if (seen === lines) child.kill('SIGKILL')
  }
  await hasEnded
  return { acknowledged, asked }
}
