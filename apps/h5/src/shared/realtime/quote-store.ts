import type { QuoteView, ServerMessage } from '@candor/api'
import { createListeners } from './listeners.ts'
import { applyFrame, applySnapshot, emptyBook, takeQuote } from './quote-book.ts'
import type { LiveQuote } from './quote-book.ts'

type Listener = (quote: LiveQuote) => void

/** The one store of live quotes, subscribed per row. Rows write the digits straight to the DOM; React draws the rest. */
export interface QuoteStore {
  readonly get: (symbol: string) => LiveQuote | undefined
  /** Calls back with each new quote of a symbol. Answers the function that stops it. */
  readonly subscribe: (symbol: string, listener: Listener) => () => void
  /** Calls back after each frame or snapshot with the symbols that changed. */
  readonly subscribeAll: (listener: (symbols: readonly string[]) => void) => () => void
  /** The newest slot that this app has seen: `seenSlot` of a buy. */
  readonly newestSlot: () => number | null
  /** Puts quotes of `market/quotes` into the store, so that the first paint does not wait for the socket. */
  readonly seed: (items: readonly QuoteView[], atMs: number) => void
  readonly receive: (message: Extract<ServerMessage, { op: 'snapshot' | 'frame' }>) => void
}

export function createQuoteStore(): QuoteStore {
  const book = emptyBook()
  const listeners = new Map<string, Set<Listener>>()
  const everyone = createListeners<[readonly string[]]>()

  function publish(symbols: readonly string[]): void {
    for (const symbol of symbols) {
      const quote = book.bySymbol.get(symbol)
      if (quote) for (const listener of listeners.get(symbol) ?? []) listener(quote)
    }
    if (symbols.length > 0) everyone.tell(symbols)
  }

  return {
    get: (symbol) => book.bySymbol.get(symbol),
    newestSlot: () => book.newestSlot,
    subscribe: (symbol, listener) => {
      const own = listeners.get(symbol) ?? new Set()
      own.add(listener)
      listeners.set(symbol, own)
      return () => own.delete(listener)
    },
    subscribeAll: everyone.add,
    seed: (items, atMs) => publish(items.filter((item) => takeQuote(book, item, atMs)).map((item) => item.symbol)),
    receive: (message) => publish(message.op === 'snapshot' ? applySnapshot(book, message) : applyFrame(book, message)),
  }
}
