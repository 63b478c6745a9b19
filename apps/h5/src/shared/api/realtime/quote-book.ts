import { divHalfEven, formatDecimal, parseDecimal } from '@candor/money'
import type { QuoteView, ServerMessage } from '@candor/api'

/** The newest quote of an instrument from the socket. */
export interface LiveQuote {
  readonly id: number
  readonly symbol: string
  readonly last: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly volume: string
  /** Percent against `open` with two decimals, signed: "-1.38". */
  readonly changeRate: string
  readonly slot: number
  readonly state: 'open' | 'stale' | 'closed'
  /** Server time of the newest source tick: `serverNowMs() - tickAtMs` is the age of the price. */
  readonly tickAtMs: number
}

type Snapshot = Extract<ServerMessage, { op: 'snapshot' }>
type Frame = Extract<ServerMessage, { op: 'frame' }>

/** All live quotes by symbol. Frames name instruments by id only. */
export interface QuoteBook {
  readonly bySymbol: Map<string, LiveQuote>
  readonly symbolById: Map<number, string>
  newestSlot: number | null
}

const frameStates = ['closed', 'open', 'stale'] as const

export function emptyBook(): QuoteBook {
  return { bySymbol: new Map(), symbolById: new Map(), newestSlot: null }
}

/** Applies a snapshot to the book. Returns the changed symbols. */
export function applySnapshot(book: QuoteBook, snapshot: Snapshot): string[] {
  advance(book, snapshot.slot)
  return snapshot.items.filter((item) => takeQuote(book, item, snapshot.atMs)).map((item) => item.symbol)
}

/** Applies one quote from a snapshot or from `market/quotes`; one older than the book's changes nothing. */
export function takeQuote(book: QuoteBook, item: QuoteView, atMs: number): boolean {
  const known = book.bySymbol.get(item.symbol)
  if (known && known.slot > item.slot) return false
  const { ageMs, ...quote } = item
  book.symbolById.set(item.id, item.symbol)
  book.bySymbol.set(item.symbol, { ...quote, tickAtMs: atMs - ageMs })
  return true
}

/** Applies a frame's changes to the book. Returns the changed symbols; unknown symbols wait for their snapshot. */
export function applyFrame(book: QuoteBook, frame: Frame): string[] {
  advance(book, frame.slot)
  const changed = new Set<string>()
  for (const [id, open, high, low, volume] of frame.statistics ?? []) {
    const quote = newerOf(book, id, frame.slot)
    if (quote) replace(book, { ...quote, open, high, low, volume, changeRate: changeRateOf(quote.last, open) }, changed)
  }
  for (const [id, last, state, ageMs] of frame.quotes) {
    const quote = newerOf(book, id, frame.slot)
    if (!quote) continue
    const next = {
      ...quote,
      last,
      slot: frame.slot,
      state: frameStates[state] ?? 'stale',
      tickAtMs: frame.atMs - ageMs,
    }
    replace(book, last === quote.last ? next : { ...next, changeRate: changeRateOf(last, quote.open) }, changed)
  }
  return [...changed]
}

function newerOf(book: QuoteBook, id: number, slot: number): LiveQuote | null {
  const quote = book.bySymbol.get(book.symbolById.get(id) ?? '')
  return quote && quote.slot <= slot ? quote : null
}

function replace(book: QuoteBook, quote: LiveQuote, changed: Set<string>): void {
  book.bySymbol.set(quote.symbol, quote)
  changed.add(quote.symbol)
}

function advance(book: QuoteBook, slot: number): void {
  if (book.newestSlot === null || slot > book.newestSlot) book.newestSlot = slot
}

/** (last − open) / |open| in percent with two decimals, in integers. "0.00" where the base is zero or unreadable. */
export function changeRateOf(last: string, open: string): string {
  const decimals = 18
  const lastUnits = parseDecimal(last, decimals)
  const openUnits = parseDecimal(open, decimals)
  if (lastUnits === null || openUnits === null || openUnits === 0n) return '0.00'
  const base = openUnits < 0n ? -openUnits : openUnits
  return formatDecimal(divHalfEven((lastUnits - openUnits) * 10_000n, base), 2)
}
