import { mostFrames, systemStatus, marketInstruments, transparencyFrames } from '@candor/api'
import type { CallOf, FrameView } from '@candor/api'
import { slotStartMs } from '@candor/formulas'
import type { ContractTiming } from '@candor/formulas'
import { parseTrustedFile, verifyReceipt } from '@candor/proof/receipt'
import type { ContractReceipt, Trusted, Verdict } from '@candor/proof/receipt'
import { call } from '../../shared/api/index.ts'
import type { CheckRequest } from './check-link.ts'
import { checkContract, checkPrice } from './contract-check.ts'
import type { Found, FoundPrice } from './contract-check.ts'
import { CheckFault } from './fault.ts'
import { readReceipt } from './read-receipt.ts'
import { TicksLog } from './ticks-log.ts'

/** What a check is about, with what its numbers need to be written. */
export interface CheckSubject {
  readonly symbol: string
  /** The catalogue's name; the symbol where it has none. */
  readonly title: string
  /** The number of its record in a frame. */
  readonly instrumentId: number
  readonly decimals: number
  readonly genesisMs: number
  /** When the check ended. */
  readonly checkedMs: number
}

export interface ContractOutcome {
  readonly kind: 'contract'
  readonly request: Extract<CheckRequest, { kind: 'contract' }>
  readonly subject: CheckSubject
  readonly found: Found
  /** Prices for the picture, as the server returns them; the windows are drawn from proven ones. */
  readonly overview: readonly FrameView[]
  /** The receipt that was compared with the log; null for a link. */
  readonly receipt: { readonly text: string; readonly value: ContractReceipt; readonly verdict: Verdict } | null
}

export interface PriceOutcome {
  readonly kind: 'price'
  readonly request: Extract<CheckRequest, { kind: 'price' }>
  readonly subject: CheckSubject
  readonly found: FoundPrice
}

export type Outcome = ContractOutcome | PriceOutcome

/** Longer contracts have no overview: it would take more calls than a reader has. */
const mostOverviewSlots = 10 * mostFrames
/** Slots before and after the windows that the overview shows. */
const overviewMargin = 14

/** Checks what a link asks for. Throws a CheckFault where nothing can be checked. */
export async function runCheck(request: CheckRequest): Promise<Outcome> {
  const lastSlot = request.kind === 'price' ? request.slot : request.timing.exitSlot
  const [trusted, known] = await Promise.all([loadTrusted(), loadSubject(request.symbol)])
  if (known.newestSlot === null || lastSlot > known.newestSlot) throw new CheckFault('future')
  const log = new TicksLog(trusted, readLogFile)
  if (request.kind === 'price') {
    const found = await checkPrice(log, known.subject.instrumentId, request.slot)
    return { kind: 'price', request, subject: now(known.subject), found }
  }
  const [found, overview] = await Promise.all([
    checkContract(log, known.subject.instrumentId, request.timing),
    loadOverview(request.symbol, request.timing),
  ])
  return { kind: 'contract', request, subject: now(known.subject), found, overview, receipt: null }
}

/** Checks a receipt by itself, and its contract against the log. Throws a CheckFault. */
export async function runReceipt(text: string): Promise<ContractOutcome> {
  const { value, request } = readReceipt(text)
  const [outcome, trusted] = await Promise.all([runCheck(request), loadTrusted()])
  if (outcome.kind !== 'contract') throw new CheckFault('bad-receipt')
  const verdict = await verifyReceipt(text, { ...trusted, nowMs: Date.now() })
  return { ...outcome, receipt: { text, value, verdict } }
}

function now(subject: Omit<CheckSubject, 'checkedMs'>): CheckSubject {
  return { ...subject, checkedMs: Date.now() }
}

/** The keys that the logs and their witnesses sign with. */
async function loadTrusted(): Promise<Trusted> {
  const response = await load('/verify/trusted.json')
  if (response === null) throw new CheckFault('no-log')
  return parseTrustedFile(await response.text())
}

async function readLogFile(path: string): Promise<Uint8Array | null> {
  const response = await load(`/log/${path}`)
  return response === null ? null : new Uint8Array(await response.arrayBuffer())
}

/** Null for a file that is not there. Throws a CheckFault without a response, and for one that is no file. */
async function load(path: string): Promise<Response | null> {
  try {
    const response = await fetch(path, { credentials: 'omit' })
    if (response.status === 404) return null
    if (response.ok) return response
  } catch {
    // No response: the fault below says so.
  }
  throw new CheckFault('network')
}

async function loadSubject(symbol: string) {
  const [frames, status, instruments] = await Promise.all([
    askFrames({ symbol, slot: 0, count: 1 }),
    call(systemStatus, {}),
    call(marketInstruments, {}),
  ])
  if (!status.ok) throw new CheckFault('network')
  const named = instruments.ok ? instruments.value.items.find((each) => each.symbol === symbol) : undefined
  return {
    newestSlot: frames.newestSlot,
    subject: {
      symbol,
      title: named?.category === 'futures' ? named.name : named === undefined ? symbol : `${named.base}/${named.quote}`,
      instrumentId: frames.id,
      decimals: frames.decimals,
      genesisMs: status.value.genesisMs,
    },
  }
}

async function askFrames(form: CallOf<typeof transparencyFrames>) {
  const result = await call(transparencyFrames, form)
  if (result.ok) return result.value
  throw new CheckFault(result.error === 'unknown-instrument' ? 'unknown-instrument' : 'network')
}

/** Empty where the frames are no longer stored, or the contract is long. */
async function loadOverview(symbol: string, { entrySlot, exitSlot }: ContractTiming): Promise<readonly FrameView[]> {
  const from = Math.max(0, entrySlot - overviewMargin)
  const before = exitSlot + overviewMargin
  if (before - from > mostOverviewSlots) return []
  const starts = Array.from({ length: Math.ceil((before - from) / mostFrames) }, (_, page) => from + page * mostFrames)
  const pages = await Promise.all(
    starts.map((slot) => askFrames({ symbol, slot, count: Math.min(mostFrames, before - slot) })),
  )
  return pages.flatMap(({ items }) => items)
}

/** When a slot begins. */
export function startOf({ genesisMs }: CheckSubject, slot: number): number {
  return slotStartMs(slot, genesisMs)
}
