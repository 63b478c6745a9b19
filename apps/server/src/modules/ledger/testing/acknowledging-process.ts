import { flushCompileCache } from 'node:module'
import process from 'node:process'
import { runUntilKilled } from './crashes.ts'

/** A step acknowledged to a killed process. */
export interface Acknowledged {
  readonly step: string
  readonly requestId: string
}

/**
 * Prints that a step of a request is sent, or was acknowledged. Resolves once the line has left this process: a kill
 * cannot undo it.
 */
export function say(word: 'asks' | 'did', step: string, requestId: string): Promise<unknown> {
  // A killed process stores nothing at its end: those after it would compile everything again.
  flushCompileCache()
  return new Promise((resolve) => process.stdout.write(`${word} ${step} ${requestId}\n`, resolve))
}

/** Runs a program until it has printed so many lines, and kills it there. Returns every request it had sent. */
export async function runUntilLine(
  program: string,
  values: readonly string[],
  lines: number,
): Promise<{ acknowledged: readonly Acknowledged[]; asked: ReadonlySet<string> }> {
  const acknowledged: Acknowledged[] = []
  const asked = new Set<string>()
  let seen = 0
  await runUntilKilled(program, values, (line) => {
    const [word, step = '', requestId = ''] = line.split(' ')
    // A killed process may truncate its last line: an incomplete line was not acknowledged.
    if (requestId.length !== 36) return false
    if (word === 'asks') asked.add(requestId)
    if (word === 'did') acknowledged.push({ step, requestId })
    seen += 1
    return seen === lines
  })
  return { acknowledged, asked }
}
