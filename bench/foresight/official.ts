import { slotMs } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import type { Instrument } from '../../apps/server/src/modules/market/catalogue.ts'
import { InstrumentBook } from '../../apps/server/src/modules/market/instrument-book.ts'
import type { Tape } from './tape.ts'

/** One source of an instrument: its quotes, and how long they take until they are received. */
export interface Source {
  readonly name: string
  readonly tape: Tape
  readonly lagMs: number
  /** Moves the source's quotes while a slot lasts, as a share of the price: what an attacker does to a thin book. */
  readonly displaced?: (slot: number) => number
}

/** The official prices of a span: frame `index` is that of slot `firstSlot + index`, which ends a slot later. */
export interface Official {
  readonly firstSlot: number
  readonly frames: readonly FramePoint[]
}

/** The frames that the product's own book makes of these sources, under the rule for real money. */
export function officialFrames(
  instrument: Instrument,
  sources: readonly Source[],
  span: { readonly fromMs: number; readonly toMs: number },
): Official {
  const book = new InstrumentBook(instrument, { ticks: 0n, epoch: 1, tickMs: -Infinity })
  const next = sources.map(() => 0)
  const frames: FramePoint[] = []
  const firstSlot = Math.ceil(span.fromMs / slotMs)
  for (let slot = firstSlot; (slot + 1) * slotMs <= span.toMs; slot += 1) {
    const endMs = (slot + 1) * slotMs
    for (const [index, source] of sources.entries())
      next[index] = takeUntil(book, source, { endMs, slot, from: next[index] ?? 0 })
    const { ticks, state, epoch } = book.point(endMs, true, 'required')
    frames.push({ slot, ticks, state, epoch })
  }
  return { firstSlot, frames }

  function takeUntil(into: InstrumentBook, source: Source, at: { endMs: number; slot: number; from: number }): number {
    const { tape, name, lagMs, displaced } = source
    const moved = displaced?.(at.slot) ?? 0
    let index = at.from
    for (; (tape.timesMs[index] ?? Infinity) + lagMs <= at.endMs; index += 1) {
      const text = (price: number | undefined) => ((price ?? 0) * (1 + moved)).toFixed(instrument.priceDecimals + 2)
      into.take({
        instrumentId: instrument.id,
        source: name,
        timeMs: (tape.timesMs[index] ?? 0) + lagMs,
        lagMs,
        bid: text(tape.bids[index]),
        ask: text(tape.asks[index]),
        last: null,
        volume: null,
      })
    }
    return index
  }
}
