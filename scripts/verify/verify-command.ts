import { checkWithoutKeys, receiptVerifier, stepSentence } from '@candor/proof/receipt'
import type { KeylessVerdict, ReceiptVerifier, Step, StepName, StepState, Verdict } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { CommandLineError, dataOption, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { chooseTrust } from './choose-trust.ts'
import { jsonOf, textOf, UnreadableFile } from './trusted-keys.ts'

export const verifyCommand = {
  name: 'verify',
  synopsis: 'RECEIPT.json [RECEIPT.json ...] [--trust TRUSTED.json] [--log URL]',
  about:
    'Verifies a receipt or an acceptance without any server, and prints each step: passed, failed, not judged, or\n' +
    'absent. Of several files it prints one line each, and verifies a signature that they share once.\n' +
    'docs/proof-receipts.md describes receipts and their steps.\n\n' +
    'The keys to trust are those of TRUSTED.json, which has the form of packages/proof/vectors/trusted.json or is a\n' +
    'saved response of transparency/checkpoints. Take it from elsewhere than the receipt. Without it, they are those\n' +
    'that the server of --log serves now, or else those of the data folder on this machine (trusted.json). Without any\n' +
    'keys the command says which checks hold for the keys named in the receipt: nothing is verified by that.\n\n' +
    'A log that has changed its keys since leads from those of TRUSTED.json to its present ones, where it announces\n' +
    'them: name it with --log, too.',
  sections: {
    'Exit codes': {
      0: 'Every file is genuine, by keys that are trusted',
      1: 'A file is refused, or cannot be read',
      2: 'No file is refused, but there were no keys to trust: nothing is verified',
    },
  },
  options: {
    trust: { type: 'string', value: 'TRUSTED.json', text: 'The keys, first slots and witnesses to trust' },
    log: {
      type: 'string',
      value: 'URL',
      text: 'A server whose log is read for its keys, or for those that replace them',
    },
    data: dataOption,
  },
  examples: {
    'packages/proof/vectors/contract-receipt.json --trust packages/proof/vectors/trusted.json': 'A published example',
    'receipts/*.json --trust trusted.json': 'All receipts of a folder',
    'receipt.json --log https://candor.example': 'By the keys that a server serves now',
  },
} as const

const marks: Readonly<Record<StepState, string>> = {
  passed: 'passed',
  failed: 'FAILED',
  absent: 'absent',
  'not-judged': 'not judged',
}

const exitCodes = { genuine: 0, refused: 1, 'not-verified': 2 } as const
type Outcome = keyof typeof exitCodes

interface Surroundings {
  /** The time after which nothing may be dated. */
  readonly nowMs: number
  readonly environment: Readonly<Record<string, string | undefined>>
  print(line: string): void
}

/** Verifies the text of a receipt or an acceptance; without keys, checks whether it agrees with itself. */
type Check = (text: string) => Promise<Verdict<StepName> | KeylessVerdict>

/** Returns the exit code. Throws CommandLineError or UnreadableFile. */
export async function runVerify(args: readonly string[], { nowMs, environment, print }: Surroundings): Promise<number> {
  const { values, positionals } = readCommandLine(verifyCommand, args)
  const [path, ...others] = positionals
  if (path === undefined) throw new CommandLineError('Name a receipt.')
  const trusted = await chooseTrust(values, environment, print)
  const verifier = trusted === null ? null : receiptVerifier({ ...trusted, nowMs })
  const check = checkBy(verifier, nowMs)
  const outcome =
    others.length === 0 ? await verifyOne(path, check, print) : await verifyEach(positionals, check, verifier, print)
  return exitCodes[outcome]
}

/** Receipts and acceptances are verified from their exact text; only what names the format is read before. */
function checkBy(verifier: ReceiptVerifier | null, nowMs: number): Check {
  return async (text) => {
    const { success, data } = z.safeParse(z.object({ format: z.string() }), JSON.parse(text))
    const kind = success && data.format.startsWith('candor-acceptance/') ? 'acceptance' : 'receipt'
    if (verifier === null) return checkWithoutKeys(text, kind, nowMs)
    return kind === 'acceptance' ? verifier.verifyAcceptance(text) : verifier.verifyReceipt(text)
  }
}

async function verifyOne(path: string, check: Check, print: Surroundings['print']): Promise<Outcome> {
  const found = await check(await receiptText(path))
  const { steps } = found
  for (const step of steps) for (const line of linesOf(step, 'keys' in found)) print(line)
  print(verdictText(found))
  if ('keys' in found) {
    for (const key of found.keys) print(`              ${key}`)
    if (found.verdict === 'not-verified')
      print('Name keys that you have from elsewhere with --trust, or a server with --log.')
    return outcomeOf(found)
  }
  const failed = steps.find(({ state }) => state === 'failed')
  const isOfOtherKeys = ['not-signed', 'unknown-origin'].includes(failed?.evidence['code'] ?? '')
  if (isOfOtherKeys) print('Is it a receipt of another log? No trusted key has signed this part of it.')
  return outcomeOf(found)
}

/** A file that cannot be read is counted as refused: the others are verified. */
async function verifyEach(
  paths: readonly string[],
  check: Check,
  verifier: ReceiptVerifier | null,
  print: Surroundings['print'],
): Promise<Outcome> {
  let refused = 0
  for (const path of paths) {
    try {
      const found = await check(await receiptText(path))
      if (found.verdict === 'failed') refused += 1
      const failed = found.steps.find(({ state }) => state === 'failed')
      const line = verdictText(found)
      print(
        `${path}  ${line}${failed === undefined ? '' : `: ${stepSentence(failed.name, 'failed')} (${failed.name})`}`,
      )
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      refused += 1
      print(`${path}  REFUSED: ${error.message}`)
    }
  }
  const others = paths.length - refused
  if (verifier === null) print(`0 of ${paths.length} files are verified, ${refused} refused: no keys are trusted`)
  else {
    const genuine = `${others} of ${paths.length} files are genuine`
    print(`${genuine}, ${refused} refused; ${verifier.signatureCount()} different signatures are valid`)
  }
  if (refused > 0) return 'refused'
  return verifier === null ? 'not-verified' : 'genuine'
}

function outcomeOf({ verdict }: Verdict | KeylessVerdict): Outcome {
  if (verdict === 'failed') return 'refused'
  return verdict === 'passed' ? 'genuine' : 'not-verified'
}

function verdictText(found: Verdict<StepName> | KeylessVerdict): string {
  const { verdict, steps } = found
  if (verdict === 'passed') return passedText(steps)
  if (verdict === 'failed') return `REFUSED: ${failureText(steps)}`
  const holding = steps.filter(({ state }) => state === 'passed').length
  const held = `${holding} of ${steps.length} checks hold for the keys that it names`
  return `NOT VERIFIED: ${held}, which were not compared with any that you trust`
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

/** Without keys nothing has passed: a check holds at most. */
function linesOf({ name, state, evidence }: Step<StepName>, isKeyless: boolean): string[] {
  const found = Object.entries(evidence).filter(
    ([key, value]) => !(state === 'failed' && key === 'code') && value !== '',
  )
  const details = found.map(([key, value]) => `              ${key === 'message' ? value : `${key}: ${value}`}`)
  const mark = isKeyless && state === 'passed' ? 'holds' : marks[state]
  return [`${mark.padEnd(10)}  ${stepSentence(name, state)} (${name})`, ...details]
}

/** The text of a file, which is JSON. Throws UnreadableFile. */
async function receiptText(path: string): Promise<string> {
  const text = await textOf(path)
  jsonOf(path, text)
  return text
}
