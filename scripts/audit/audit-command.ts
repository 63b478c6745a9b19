import { stat } from 'node:fs/promises'
import type { Trusted } from '@candor/proof/receipt'
import { CommandLineError, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { replaceFile } from '../../apps/server/src/platform/whole-file.ts'
import { readTrust, UnreadableFile } from '../verify/trusted-keys.ts'
import { StateFolder } from './audit-state.ts'
import type { AuditRun } from './audit-run.ts'
import { auditSource, trustedKeys } from './audit-source.ts'
import { readCustomerFiles } from './customer-files.ts'
import { runFigure } from './figure-run.ts'
import { figures, isFigure } from './figures.ts'
import { Findings } from './findings.ts'
import { openFolder } from './folder-source.ts'
import { openServer } from './http-source.ts'
import type { Patience } from './http-source.ts'
import { SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import { exitCodeOf, reportHtml, reportText } from './report.ts'
import type { AuditReport } from './report.ts'
import type { TicksPool } from './ticks-pool.ts'

const defaultState = 'var/audit'

/** `npm run audit`: its options. */
export const auditCommand = {
  name: 'audit',
  synopsis: '--log URL [OPTION ...]',
  about:
    'Reads the price log of an installation as a stranger, makes every tree again from its entries, and compares what is\n' +
    'published with it. Ends with one page: what holds, what does not, and what could not be checked. Exits with 1 when\n' +
    'something does not hold, with 2 when there is no verdict. docs/price-log.md describes what is checked.',
  options: {
    log: { type: 'string', value: 'URL', text: 'The server, such as https://candor.example, or a folder with its log' },
    trust: { type: 'string', value: 'TRUSTED.json', text: 'Keys from elsewhere, in the form of npm run verify' },
    receipts: {
      type: 'string',
      value: 'DIR',
      text: 'Receipts and acceptances of a customer, to recompute and compare',
    },
    statement: { type: 'string', value: 'FILE.csv', text: "A customer's exported statement, whose movements to find" },
    recording: { type: 'string', value: 'FILE', text: 'An independent recording of a market, to compare prices with' },
    instruments: { type: 'string', value: 'FILE', text: 'A saved response of market/instruments, for a folder' },
    state: { type: 'string', value: 'FOLDER', text: 'Where the last run is remembered, instead of var/audit' },
    figure: { type: 'string', value: 'NAME', text: 'Only make this published figure again, from the log of events' },
    days: { type: 'string', value: 'N', text: 'The last whole days that a figure is of: 30, or 90 by default' },
    html: { type: 'string', value: 'FILE', text: 'Also write the page in HTML' },
  },
  sections: { Figures: figures },
  examples: {
    '--log https://candor.example': 'A served installation',
    '--log https://candor.example --figure payout-ratio --days 30': 'One figure of its public pages',
    '--log var/log': 'The files of this one',
  },
} as const

export interface AuditSurroundings {
  readonly nowMs: number
  print(line: string): void
  /** Replaces the line that was printed last. */
  progress(line: string): void
  readonly patience?: Partial<Patience>
  /** The threads that check prices, which the caller closes. Each run starts and ends its own by default. */
  readonly pool?: TicksPool
}

/** Returns the exit code: 0 where everything holds, 1 where something does not, 2 where there is no verdict. */
export async function runAuditCommand(args: readonly string[], surroundings: AuditSurroundings): Promise<0 | 1 | 2> {
  const { values, positionals } = readCommandLine(auditCommand, args)
  if (values.log === undefined || positionals.length > 0) throw new CommandLineError('Name a log with --log.')
  const trust = values.trust === undefined ? null : await readTrust(values.trust)
  const findings = new Findings()
  if (values.figure !== undefined)
    return printFigure({ ...values, log: values.log, figure: values.figure }, trust, findings, surroundings)
  const files = await readCustomerFiles(values, findings)
  let run: AuditRun | null = null
  let endedEarly: string | null = null
  try {
    const source = await openSource(values.log, surroundings)
    const state = new StateFolder(values.state ?? defaultState, source.name)
    const { recording, instruments } = values
    run = await auditSource({ source, state, trust, findings, files, recording, instruments, ...surroundings })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    endedEarly = error.message
  }
  const windows = files.receipts?.windows ?? []
  const report = { ...reportOf(values.log, surroundings.nowMs, findings, run, endedEarly), windows }
  surroundings.print(reportText(report))
  if (values.html !== undefined) await replaceFile(values.html, reportHtml(report), { mode: 0o644 })
  return exitCodeOf(report)
}

interface FigureValues {
  readonly log: string
  readonly figure: string
  readonly days?: string | undefined
  readonly state?: string | undefined
}

/** Prints one figure, and the report only where something does not hold or the log cannot be read. */
async function printFigure(
  { log, figure, days = '90', state = defaultState }: FigureValues,
  trust: Trusted | null,
  findings: Findings,
  surroundings: AuditSurroundings,
): Promise<0 | 1 | 2> {
  if (!isFigure(figure)) throw new CommandLineError(`There is no figure ${figure}.`)
  if (days !== '30' && days !== '90') throw new CommandLineError('Figures are of 30 or 90 days.')
  let endedEarly: string | null = null
  try {
    const source = await openSource(log, surroundings)
    const lines = await runFigure({
      source,
      state: new StateFolder(state, source.name),
      findings,
      trusted: trustedKeys(trust),
      figure,
      days: Number(days),
      progress: (line) => surroundings.progress(line),
    })
    for (const line of lines) surroundings.print(line)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    endedEarly = error.message
  }
  const report = reportOf(log, surroundings.nowMs, findings, null, endedEarly)
  const code = exitCodeOf(report)
  if (code !== 0) surroundings.print(reportText(report))
  return code
}

/** Whether the message of an error says all that is needed. */
export function isExpected(error: unknown): boolean {
  return error instanceof CommandLineError || error instanceof UnreadableFile
}

async function openSource(log: string, { patience }: AuditSurroundings): Promise<LogSource> {
  if (/^https?:\/\//.test(log)) return openServer(log, patience)
  if ((await stat(log).catch(() => null))?.isDirectory() !== true)
    throw new SourceError(`${log} is neither a URL nor a folder.`)
  return openFolder(log)
}

function reportOf(
  source: string,
  atMs: number,
  findings: Findings,
  run: AuditRun | null,
  endedEarly: string | null,
): AuditReport {
  const shards = run?.heads.map(({ checkpoint: { origin, size } }) => `${origin}, ${size} leaves`) ?? []
  const keys = run?.signers.map(({ vkey, trust }) => `${vkey} (${trust})`) ?? []
  return {
    source,
    atMs,
    shards,
    keys,
    notes: run === null ? [] : notesOf(run),
    outcomes: findings.outcomes(),
    endedEarly,
  }
}

/** What the run found out of prices that were missing or stale. */
function notesOf({ summary }: AuditRun): string[] {
  const { frameCount, missingCount, missing, staleCounts } = summary
  const longest = Math.max(0, ...missing.map(({ from, to }) => to - from + 1))
  const stale = staleCounts.reduce((sum, count) => sum + count, 0)
  return [
    `${frameCount} frames; ${missingCount} slots without one, in ${missing.length} runs, the longest of ${longest}`,
    `${stale} prices were stale, of ${staleCounts.filter((count) => count > 0).length} instruments`,
  ]
}
