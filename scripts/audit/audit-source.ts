import { setTimeout as sleep } from 'node:timers/promises'
import { marketInstruments } from '@candor/api'
import type { InstrumentView } from '@candor/api'
import type { Trusted } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { jsonOf, textOf, UnreadableFile } from '../verify/trusted-keys.ts'
import { runAudit, waitForSlot } from './audit-run.ts'
import type { AuditRun } from './audit-run.ts'
import type { StateFolder } from './audit-state.ts'
import { checkCustomer, takeBatch } from './customer-files.ts'
import type { CustomerFiles } from './customer-files.ts'
import type { Findings } from './findings.ts'
import { checkIncidents } from './incident-check.ts'
import { checkLiabilities } from './liabilities-check.ts'
import type { LogSource } from './log-source.ts'
import { checkMarket, readMarket } from './market-check.ts'
import { RecordingCheck, symbolOf } from './recording-check.ts'
import type { TicksPool } from './ticks-pool.ts'

export interface AuditSourceOptions {
  readonly source: LogSource
  readonly state: StateFolder
  readonly trust: Trusted | null
  readonly findings: Findings
  readonly files: CustomerFiles
  /** The paths of a recording and of a saved response of market/instruments. */
  readonly recording: string | undefined
  readonly instruments: string | undefined
  readonly nowMs: number
  /** The threads that check prices, which the caller closes; those of one run by default. */
  readonly pool?: TicksPool
  progress(line: string): void
}

/** Reads a log whole, and compares with it everything that is published or that a customer has. */
export async function auditSource(options: AuditSourceOptions): Promise<AuditRun> {
  const { source, findings, files, trust, nowMs } = options
  const recording = await openRecording(options)
  const market = await readMarket(source)
  if (market !== null) await waitForSlot(source, market.slot, () => sleep(500))
  const run = await runAudit({
    ...options,
    trusted: trustedKeys(trust),
    market,
    rereadsEvents: files.receipts !== null || files.statement !== null,
    takeBatch: (batch) => takeBatch(files, batch),
    followed: recording,
  })
  judgeRaw(run, findings)
  recording?.check.finish()
  await checkCustomer(files, { source, run, trust, nowMs })
  if (market === null) {
    findings.leaveUnchecked('market', 'Quotes and candles: a folder has none to compare.')
    findings.leaveUnchecked('statistics', 'Published odds, incidents and totals: a folder has none to compare.')
    return run
  }
  await checkMarket(source, market, run.summary, findings)
  await checkLiabilities(source, run.events, findings)
  await run.events.statistics.comparePublished(source)
  await checkIncidents(source, market.genesisMs, run, findings)
  return run
}

/** Keys from elsewhere. */
export function trustedKeys(trust: Trusted | null): readonly string[] {
  return [...(trust?.ticks ?? []), ...(trust?.events ?? [])]
}

interface OpenRecording {
  readonly id: number
  readonly check: RecordingCheck
  take(prices: Float64Array): Promise<void>
}

async function openRecording({
  recording: path,
  instruments: file,
  source,
  findings,
}: AuditSourceOptions): Promise<OpenRecording | null> {
  if (path === undefined) return null
  const symbol = symbolOf(path)
  const instrument = (await readInstruments(source, file)).find((each) => each.symbol === symbol)
  if (instrument === undefined)
    throw new UnreadableFile(`The log has no instrument ${symbol}, of which the recording is.`)
  const check = new RecordingCheck(path, instrument.decimals, findings)
  return { id: instrument.id, check, take: (prices) => check.take(prices) }
}

async function readInstruments(source: LogSource, file: string | undefined): Promise<readonly InstrumentView[]> {
  const data = file === undefined ? await source.call(marketInstruments.path) : jsonOf(file, await textOf(file))
  const saved = z.safeParse(z.object({ data: marketInstruments.output }), data)
  const parsed = saved.success
    ? { success: true as const, data: saved.data.data }
    : z.safeParse(marketInstruments.output, data)
  if (!parsed.success)
    throw new UnreadableFile('Name a saved response of market/instruments with --instruments, for the recording.')
  return parsed.data.items
}

function judgeRaw({ summary: { raw } }: AuditRun, findings: Findings): void {
  findings.hold('raw-ticks', raw.heldCount)
  if (raw.absentCount > 0)
    findings.leaveUnchecked('raw-ticks', `Raw ticks of ${raw.absentCount} frames are not among the files.`)
  if (raw.unknownCount > 0)
    findings.leaveUnchecked('raw-ticks', `${raw.unknownCount} frames have no digest of their raw ticks.`)
}
