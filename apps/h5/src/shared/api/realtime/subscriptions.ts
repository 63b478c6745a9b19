import type { CandleInterval, ClientMessage } from '@candor/api'

export interface QuotesWanted {
  readonly category?: 'futures' | 'forex' | 'crypto'
  readonly symbols?: readonly string[]
}

export interface CandlesWanted {
  readonly symbol: string
  readonly interval: CandleInterval
}

/** A socket has one quotes subscription: the smallest one that serves all screens. Null when none needs quotes. */
export function mergedQuotes(wanted: readonly QuotesWanted[]): QuotesWanted | null {
  const [first, ...rest] = wanted
  if (!first) return null
  if (rest.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first
  if (wanted.every((other) => other.symbols !== undefined)) {
    return { symbols: [...new Set(wanted.flatMap((other) => other.symbols ?? []))] }
  }
  const isOneCategory = wanted.every((other) => other.category !== undefined && other.category === first.category)
  return isOneCategory && first.category ? { category: first.category } : {}
}

/** The message that subscribes to quotes; after a cut it names the newest slot that is held. */
export function quotesMessage(wanted: QuotesWanted, lastSlot: number | null): ClientMessage {
  return {
    op: 'sub',
    ch: 'quotes',
    args: {
      ...(wanted.category === undefined ? {} : { category: wanted.category }),
      ...(wanted.symbols === undefined ? {} : { symbols: [...wanted.symbols] }),
      ...(lastSlot === null ? {} : { lastSlot }),
    },
  }
}
