import { stepSentence, verifyAcceptance, verifyReceipt } from '@candor/proof/receipt'
import type { Step, StepName, StepState, Trusted, Verdict } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { CommandLineError, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { jsonOf, readTrust, textOf } from './trusted-keys.ts'

export const verifyCommand = {
  name: 'verify',
  synopsis: 'RECEIPT.json --trust TRUSTED.json',
  about:
    'Verifies a receipt or an acceptance without any server, and prints each step: passed, failed, not judged, or\n' +
    'absent. Exits with 1 when it is refused. docs/proof-receipts.md describes receipts and their steps.\n\n' +
    'TRUSTED.json has the keys, as packages/proof/vectors/trusted.json does, or is a saved response of\n' +
    'transparency/checkpoints. Take it from elsewhere than the receipt.',
  options: {
    trust: { type: 'string', value: 'TRUSTED.json', text: 'The keys, first slots and witnesses to trust (required)' },
  },
  examples: {
    'packages/proof/vectors/contract-receipt.json --trust packages/proof/vectors/trusted.json': 'A published example',
  },
} as const

const marks: Readonly<Record<StepState, string>> = {
  passed: 'passed',
  failed: 'FAILED',
  absent: 'absent',
  'not-judged': 'not judged',
}

interface Surroundings {
  /** The time after which nothing may be dated. */
  readonly nowMs: number
  print(line: string): void
}

/** Returns the exit code: 1 for a receipt that is refused. Throws CommandLineError or UnreadableFile. */
export async function runVerify(args: readonly string[], { nowMs, print }: Surroundings): Promise<number> {
  const { values, positionals } = readCommandLine(verifyCommand, args)
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new CommandLineError('Name one receipt.')
  if (values.trust === undefined) throw new CommandLineError('Name a file of trusted keys with --trust.')
  const trusted = { ...(await readTrust(values.trust)), nowMs }
  const { verdict, steps } = await verify(path, await textOf(path), trusted)
  for (const step of steps) for (const line of linesOf(step)) print(line)
  const failed = steps.findIndex(({ state }) => state === 'failed')
  print(verdict === 'passed' ? passedText(steps) : `REFUSED: check ${failed + 1} of ${steps.length} failed`)
  const isOfOtherKeys = ['not-signed', 'unknown-origin'].includes(steps[failed]?.evidence['code'] ?? '')
  if (isOfOtherKeys) print('Is it a receipt of another log? No trusted key has signed this part of it.')
  return verdict === 'passed' ? 0 : 1
}

function passedText(steps: readonly Step[]): string {
  const isComplete = steps.every(
    ({ name, state }) => state === 'passed' || (name === 'witnesses' && state === 'absent'),
  )
  return isComplete ? 'GENUINE: each check that applies has passed' : 'GENUINE so far: only the log can show the rest'
}

function linesOf({ name, state, evidence }: Step<StepName>): string[] {
  const found = Object.entries(evidence).filter(
    ([key, value]) => !(state === 'failed' && key === 'code') && value !== '',
  )
  const details = found.map(([key, value]) => `              ${key === 'message' ? value : `${key}: ${value}`}`)
  return [`${marks[state].padEnd(10)}  ${stepSentence(name, state)} (${name})`, ...details]
}

/** Receipts and acceptances are verified from their exact text; only what names the format is read before. */
async function verify(path: string, text: string, trusted: Trusted): Promise<Verdict<StepName>> {
  const { success, data } = z.safeParse(z.object({ format: z.string() }), jsonOf(path, text))
  return success && data.format.startsWith('candor-acceptance/')
    ? verifyAcceptance(text, trusted)
    : verifyReceipt(text, trusted)
}
