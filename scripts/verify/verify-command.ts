import { receiptVerifier, stepSentence } from '@candor/proof/receipt'
import type { ReceiptVerifier, Step, StepName, StepState, Verdict } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { CommandLineError, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { followServer } from './follow-log.ts'
import { jsonOf, readTrust, textOf, UnreadableFile } from './trusted-keys.ts'

export const verifyCommand = {
  name: 'verify',
  synopsis: 'RECEIPT.json [RECEIPT.json ...] --trust TRUSTED.json [--log URL]',
  about:
    'Verifies a receipt or an acceptance without any server, and prints each step: passed, failed, not judged, or\n' +
    'absent. Of several files it prints one line each, and verifies a signature that they share once. Exits with 1\n' +
    'when a file is refused. docs/proof-receipts.md describes receipts and their steps.\n\n' +
    'TRUSTED.json has the keys, as packages/proof/vectors/trusted.json does, or is a saved response of\n' +
    'transparency/checkpoints. Take it from elsewhere than the receipt. A log that has changed its keys since leads from\n' +
    'those to its present ones, where it announces them: name it with --log.',
  options: {
    trust: { type: 'string', value: 'TRUSTED.json', text: 'The keys, first slots and witnesses to trust (required)' },
    log: { type: 'string', value: 'URL', text: 'A server whose log is read for keys that replace the trusted ones' },
  },
  examples: {
    'packages/proof/vectors/contract-receipt.json --trust packages/proof/vectors/trusted.json': 'A published example',
    'receipts/*.json --trust trusted.json': 'All receipts of a folder',
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
  if (path === undefined) throw new CommandLineError('Name a receipt.')
  if (values.trust === undefined) throw new CommandLineError('Name a file of trusted keys with --trust.')
  const trust = await readTrust(values.trust)
  const trusted = values.log === undefined ? trust : await followServer(trust, values.log, print)
  const verifier = receiptVerifier({ ...trusted, nowMs })
  return others.length === 0 ? verifyOne(path, verifier, print) : verifyEach(positionals, verifier, print)
}

async function verifyOne(path: string, verifier: ReceiptVerifier, print: Surroundings['print']): Promise<number> {
  const { verdict, steps } = await verify(path, verifier)
  for (const step of steps) for (const line of linesOf(step)) print(line)
  print(verdict === 'passed' ? passedText(steps) : `REFUSED: ${failureText(steps)}`)
  const failed = steps.find(({ state }) => state === 'failed')
  const isOfOtherKeys = ['not-signed', 'unknown-origin'].includes(failed?.evidence['code'] ?? '')
  if (isOfOtherKeys) print('Is it a receipt of another log? No trusted key has signed this part of it.')
  return verdict === 'passed' ? 0 : 1
}

/** A file that cannot be read is counted as refused: the others are verified. */
async function verifyEach(
  paths: readonly string[],
  verifier: ReceiptVerifier,
  print: Surroundings['print'],
): Promise<number> {
  let refused = 0
  for (const path of paths) {
    try {
      const { verdict, steps } = await verify(path, verifier)
      if (verdict === 'failed') refused += 1
      const failed = steps.find(({ state }) => state === 'failed')
      const line = verdict === 'passed' ? passedText(steps) : `REFUSED: ${failureText(steps)}`
      print(
        `${path}  ${line}${failed === undefined ? '' : `: ${stepSentence(failed.name, 'failed')} (${failed.name})`}`,
      )
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      refused += 1
      print(`${path}  REFUSED: ${error.message}`)
    }
  }
  const genuine = `${paths.length - refused} of ${paths.length} files are genuine`
  print(`${genuine}, ${refused} refused; ${verifier.signatureCount()} different signatures are valid`)
  return refused === 0 ? 0 : 1
}

function failureText(steps: readonly Step[]): string {
  const failed = steps.findIndex(({ state }) => state === 'failed')
  return `check ${failed + 1} of ${steps.length} failed`
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
async function verify(path: string, verifier: ReceiptVerifier): Promise<Verdict<StepName>> {
  const text = await textOf(path)
  const { success, data } = z.safeParse(z.object({ format: z.string() }), jsonOf(path, text))
  return success && data.format.startsWith('candor-acceptance/')
    ? verifier.verifyAcceptance(text)
    : verifier.verifyReceipt(text)
}
