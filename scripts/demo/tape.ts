import type { QuoteView, ServerMessage } from '@candor/api'
import type { FramePoint } from '@candor/formulas'
import { parsePrice } from '@candor/money'

/** The frames that a customer saw on the socket: price and state by instrument and slot. Epochs are not shown. */
export interface Tape {
  record(message: ServerMessage): void
  /** The newest slot seen, or null before the first message. */
  newestSlot(): number | null
  newest(symbol: string): { text: string; state: string } | null
  /** The frames of a symbol in the order of their slots; slots that were never published are left out. */
  frames(symbol: string): readonly FramePoint[]
}

interface Seen {
  readonly ticks: bigint
  readonly text: string
  readonly state: FramePoint['state']
}

const stateNames = ['closed', 'open', 'stale'] as const

/** Creates an empty tape. `decimalsOf` returns the official decimals of a symbol. */
export function createTape(decimalsOf: (symbol: string) => number): Tape {
  const symbols = new Map<number, string>()
  const current = new Map<string, Seen>()
  const slots = new Map<number, ReadonlyMap<string, Seen>>()
  let newestSlot: number | null = null

  const note = (symbol: string, text: string, state: Seen['state']): void => {
    const price = parsePrice(text, decimalsOf(symbol))
    if (price === null) throw new Error(`${symbol} is quoted at ${text}, which does not fit its decimals`)
    current.set(symbol, { ticks: price.ticks, text, state })
  }
  const close = (slot: number): void => {
    slots.set(slot, new Map(current))
    newestSlot = slot
  }
  const snapshot = (slot: number, items: readonly QuoteView[]): void => {
    for (const item of items) {
      symbols.set(item.id, item.symbol)
      note(item.symbol, item.last, item.state)
    }
    close(slot)
  }

  return {
    frames: (symbol) =>
      [...slots].flatMap(([slot, seenAt]) => {
        const seen = seenAt.get(symbol)
        return seen === undefined ? [] : [{ slot, ticks: seen.ticks, state: seen.state, epoch: 0 }]
      }),
    newestSlot: () => newestSlot,
    newest: (symbol) => current.get(symbol) ?? null,
    record: (message) => {
      if (message.op === 'snapshot') snapshot(message.slot, message.items)
      if (message.op !== 'frame') return
      for (const [id, text, state] of message.quotes)
        note(symbols.get(id) ?? `#${id}`, text, stateNames[state] ?? 'closed')
      close(message.slot)
    },
  }
}
