import { volumeDecimals } from '@candor/api'
import type { QuoteView } from '@candor/api'
import { formatDecimal } from '@candor/money'

/** An instrument as the fan-out needs it. */
export interface FannedInstrument {
  /** Position in the frame arrays, 1-based. */
  readonly id: number
  readonly symbol: string
  readonly category: 'futures' | 'forex' | 'crypto'
  readonly decimals: number
}

/** The parts of a frame that go out, index `id - 1`. */
export interface FannedFrame {
  readonly slot: number
  readonly publishedMs: number
  readonly prices: readonly bigint[]
  readonly agesMs: readonly number[]
  readonly states: readonly number[]
  readonly figures?: readonly { instrumentId: number; open: bigint; high: bigint; low: bigint; volume: bigint }[]
}

/** The instruments of a subscription. */
export interface QuotesArguments {
  readonly category?: 'futures' | 'forex' | 'crypto' | undefined
  readonly symbols?: readonly string[] | undefined
}

/** The key of an audience: subscriptions to the same instruments share one serialisation. */
export function audienceKey(args: QuotesArguments): string {
  if (args.symbols !== undefined) return `list:${[...new Set(args.symbols)].sort().join(',')}`
  return args.category === undefined ? 'all' : `category:${args.category}`
}

/** The instruments of an audience, or null where a symbol is unknown. */
export function audienceOf(
  args: QuotesArguments,
  instruments: readonly FannedInstrument[],
): readonly FannedInstrument[] | null {
  const { symbols, category } = args
  if (symbols !== undefined) {
    const found = instruments.filter((instrument) => symbols.includes(instrument.symbol))
    return found.length === new Set(symbols).size ? found : null
  }
  return category === undefined ? instruments : instruments.filter((instrument) => instrument.category === category)
}

/**
 * The wire cell of each instrument whose price or state changed since the previous frame: JSON text by instrument id.
 * Built once per frame, for all audiences.
 */
export function changedCells(
  frame: FannedFrame,
  before: FannedFrame | null,
  instruments: readonly FannedInstrument[],
): ReadonlyMap<number, string> {
  const cells = new Map<number, string>()
  for (const { id, decimals } of instruments) {
    const index = id - 1
    const ticks = frame.prices[index]
    if (ticks === undefined) continue
    const isSame = before !== null && before.prices[index] === ticks && before.states[index] === frame.states[index]
    if (!isSame)
      cells.set(
        id,
        `[${id},"${formatDecimal(ticks, decimals)}",${frame.states[index] ?? 0},${frame.agesMs[index] ?? 0}]`,
      )
  }
  return cells
}

/** The wire cell of each instrument whose day figures the frame carries: JSON text by instrument id. */
export function figureCells(frame: FannedFrame, instruments: readonly FannedInstrument[]): ReadonlyMap<number, string> {
  const decimalsOf = new Map(instruments.map((instrument) => [instrument.id, instrument.decimals]))
  const cells = new Map<number, string>()
  for (const figures of frame.figures ?? []) {
    const decimals = decimalsOf.get(figures.instrumentId)
    if (decimals === undefined) continue
    const prices = [figures.open, figures.high, figures.low].map((ticks) => `"${formatDecimal(ticks, decimals)}"`)
    cells.set(
      figures.instrumentId,
      `[${figures.instrumentId},${prices.join(',')},"${formatDecimal(figures.volume, volumeDecimals)}"]`,
    )
  }
  return cells
}

/** The frame message of one audience, as JSON text. */
export function frameMessage(
  frame: FannedFrame,
  audience: readonly FannedInstrument[],
  cells: ReadonlyMap<number, string>,
  figures: ReadonlyMap<number, string>,
): string {
  const quotes = pick(audience, cells)
  const statistics = pick(audience, figures)
  const tail = statistics === '' ? '' : `,"statistics":[${statistics}]`
  return `{"op":"frame","slot":${frame.slot},"atMs":${frame.publishedMs},"quotes":[${quotes}]${tail}}`
}

function pick(audience: readonly FannedInstrument[], cells: ReadonlyMap<number, string>): string {
  const parts: string[] = []
  for (const { id } of audience) {
    const cell = cells.get(id)
    if (cell !== undefined) parts.push(cell)
  }
  return parts.join(',')
}

/** The snapshot message of one audience, as JSON text. */
export function snapshotMessage(slot: number, atMs: number, items: readonly QuoteView[]): string {
  return JSON.stringify({ op: 'snapshot', ch: 'quotes', slot, atMs, items })
}
