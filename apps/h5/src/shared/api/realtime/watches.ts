import type { CandleView, ClientMessage, ServerMessage } from '@candor/api'
import { mergedQuotes, quotesMessage } from './subscriptions.ts'
import type { CandlesWanted, QuotesWanted } from './subscriptions.ts'

/** The screens' live needs, and the resulting subscriptions. */
export interface Watches {
  readonly watchQuotes: (wanted: QuotesWanted) => () => void
  readonly watchCandles: (wanted: CandlesWanted, listener: (candle: CandleView) => void) => () => void
  /** The subscriptions that a fresh socket needs. */
  readonly greeting: (lastSlot: number | null) => ClientMessage[]
  readonly wantsQuotes: () => boolean
  readonly receiveCandle: (message: Extract<ServerMessage, { op: 'candle' }>) => void
}

export interface WatchesOptions {
  readonly send: (message: ClientMessage) => void
  /** The quotes subscription has changed: its first frame is due from now on. */
  readonly onQuotesChange: () => void
}

type CandleWatch = CandlesWanted & { readonly listener: (candle: CandleView) => void }

export function createWatches({ send, onQuotesChange }: WatchesOptions): Watches {
  const quotesWatches = new Set<QuotesWanted>()
  const candleWatches = new Set<CandleWatch>()
  /** The quotes subscription of the socket, as JSON. */
  let subscribed: string | null = null

  function updateQuotes(): void {
    const wanted = mergedQuotes([...quotesWatches])
    const text = wanted === null ? null : JSON.stringify(wanted)
    if (text === subscribed) return
    subscribed = text
    onQuotesChange()
    send(wanted === null ? { op: 'unsub', ch: 'quotes' } : quotesMessage(wanted, null))
  }

  return {
    wantsQuotes: () => subscribed !== null,
    watchQuotes: (wanted) => {
      const own = { ...wanted }
      quotesWatches.add(own)
      updateQuotes()
      return () => {
        quotesWatches.delete(own)
        // A screen that follows at once may need the same quotes.
        queueMicrotask(updateQuotes)
      }
    },
    watchCandles: ({ symbol, interval }, listener) => {
      const own = { symbol, interval, listener }
      candleWatches.add(own)
      send({ op: 'sub', ch: 'candles', args: { symbol, interval } })
      return () => {
        candleWatches.delete(own)
        // The protocol unsubscribes all candles at once, so those still needed are subscribed again.
        send({ op: 'unsub', ch: 'candles' })
        for (const message of candleMessages(candleWatches)) send(message)
      }
    },
    greeting: (lastSlot) => {
      const wanted = mergedQuotes([...quotesWatches])
      subscribed = wanted === null ? null : JSON.stringify(wanted)
      onQuotesChange()
      return [...(wanted === null ? [] : [quotesMessage(wanted, lastSlot)]), ...candleMessages(candleWatches)]
    },
    receiveCandle: ({ symbol, interval, candle }) => {
      for (const watch of candleWatches)
        if (watch.symbol === symbol && watch.interval === interval) watch.listener(candle)
    },
  }
}

function candleMessages(watches: ReadonlySet<CandleWatch>): ClientMessage[] {
  const distinct = new Map([...watches].map(({ symbol, interval }) => [`${symbol} ${interval}`, { symbol, interval }]))
  return [...distinct.values()].map((args) => ({ op: 'sub', ch: 'candles', args }))
}
