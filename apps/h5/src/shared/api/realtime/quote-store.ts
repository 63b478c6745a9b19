import type { QuoteView, ServerMessage } from '@candor/api'
import { createListeners } from '@candor/client'
import type { Listeners } from '@candor/client'
import { applyFrame, applySnapshot, emptyBook, takeQuote } from './quote-book.ts'
import type { LiveQuote } from './quote-book.ts'

/** The store of live quotes, subscribed per row. Rows write the digits straight to the DOM; React draws the rest. */
export interface QuoteStore {
  readonly get: (symbol: string) => LiveQuote | undefined
  /** Adds a listener for each new quote of a symbol. Returns the function that removes it. */
  readonly subscribe: (symbol: string, listener: (quote: LiveQuote) => void) => () => void
  /** Adds a listener for the symbols changed by each frame or snapshot. */
  readonly subscribeAll: (listener: (symbols: readonly string[]) => void) => () => void
  /** The newest slot that this app has seen: `seenSlot` of a buy. */
  readonly newestSlot: () => number | null
  /** Puts quotes of `market/quotes` into the store, so that the first paint does not wait for the socket. */
  readonly seed: (items: readonly QuoteView[], atMs: number) => void
  readonly receive: (message: Extract<ServerMessage, { op: 'snapshot' | 'frame' }>) => void
}

export function createQuoteStore(): QuoteStore {
  const book = emptyBook()
  const bySymbol = new Map<string, Listeners<[LiveQuote]>>()
  const everyone = createListeners<[readonly string[]]>()

  function publish(symbols: readonly string[]): void {
    for (const symbol of symbols) {
      const quote = book.bySymbol.get(symbol)
      if (quote) bySymbol.get(symbol)?.notify(quote)
    }
    if (symbols.length > 0) everyone.notify(symbols)
  }

  return {
    get: (symbol) => book.bySymbol.get(symbol),
    newestSlot: () => book.newestSlot,
    subscribe: (symbol, listener) => {
      const own = bySymbol.get(symbol) ?? createListeners()
      bySymbol.set(symbol, own)
      return own.add(listener)
    },
    subscribeAll: everyone.add,
    seed: (items, atMs) => publish(items.filter((item) => takeQuote(book, item, atMs)).map((item) => item.symbol)),
    receive: (message) => publish(message.op === 'snapshot' ? applySnapshot(book, message) : applyFrame(book, message)),
  }
}
