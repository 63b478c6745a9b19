import type { AccountEvent, CandleView, ClientMessage, ServerMessage } from '@candor/contract'
import { createConnection } from './connection.ts'
import type { ConnectionOptions, ConnectionPhase } from './connection.ts'
import { createQuoteStore } from './quote-store.ts'
import type { QuoteStore } from './quote-store.ts'
import { createServerClock } from './server-clock.ts'
import type { ServerClock } from './server-clock.ts'
import { mergedQuotes, quotesMessage } from './subscriptions.ts'
import type { CandlesWanted, QuotesWanted } from './subscriptions.ts'

/** `stale`: connected, and quotes are wanted, but no frame came for five seconds. Prices are old then, as they are offline. */
export interface ConnectionView {
  readonly phase: ConnectionPhase | 'stale'
  /** Local time since when it is so. */
  readonly sinceMs: number
}

export interface RealtimeOptions extends Pick<ConnectionOptions, 'openSocket' | 'nowMs' | 'random'> {
  readonly token: () => string | null
}

export interface Realtime {
  readonly quotes: QuoteStore
  readonly clock: ServerClock
  readonly connection: () => ConnectionView
  readonly subscribeConnection: (listener: () => void) => () => void
  readonly watchQuotes: (wanted: QuotesWanted) => () => void
  readonly watchCandles: (wanted: CandlesWanted, listener: (candle: CandleView) => void) => () => void
  readonly onAccountEvent: (listener: (event: AccountEvent) => void) => () => void
  readonly onReconnect: (listener: () => void) => () => void
  readonly start: () => void
  readonly revive: () => void
  readonly lose: () => void
  readonly tokenChanged: () => void
  readonly tick: () => void
}

/** No frame for so long, and prices count as stale. */
export const frameSilenceMs = 5_000

type CandleWatch = CandlesWanted & { readonly listener: (candle: CandleView) => void }

/** Wires socket, quotes, candles, account events and the server's clock. Everything outside comes in as a parameter. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const quotes = createQuoteStore()
  const clock = createServerClock(options.nowMs)
  const quotesWatches = new Set<QuotesWanted>()
  const candleWatches = new Set<CandleWatch>()
  const accountListeners = new Set<(event: AccountEvent) => void>()
  const connectionListeners = new Set<() => void>()
  const reconnectListeners = new Set<() => void>()
  let view: ConnectionView = { phase: 'connecting', sinceMs: options.nowMs() }
  let lastFrameMs = options.nowMs()
  let subscribed: string | null = null
  let greetings = 0

  const connection = createConnection({
    ...options,
    greeting,
    onMessage: receive,
    onPhase: setPhase,
    onPong: clock.measure,
  })

  function setPhase(phase: ConnectionView['phase']): void {
    if (phase === view.phase) return
    view = { phase, sinceMs: options.nowMs() }
    for (const listener of connectionListeners) listener()
  }

  function greeting(): ClientMessage[] {
    const token = options.token()
    const wanted = mergedQuotes([...quotesWatches])
    subscribed = wanted === null ? null : JSON.stringify(wanted)
    lastFrameMs = options.nowMs()
    return [
      ...(token === null ? [] : [{ op: 'auth', token } as const]),
      ...(wanted === null ? [] : [quotesMessage(wanted, quotes.newestSlot())]),
      ...candleMessages(),
    ]
  }

  function candleMessages(): ClientMessage[] {
    const distinct = new Map([...candleWatches].map(({ symbol, interval }) => [`${symbol} ${interval}`, { symbol, interval }]))
    return [...distinct.values()].map((args) => ({ op: 'sub', ch: 'candles', args }))
  }

  function receive(message: ServerMessage): void {
    if (message.op === 'hello') {
      clock.greet(message.nowMs, message.genesisMs)
      greetings += 1
      if (greetings > 1) for (const listener of reconnectListeners) listener()
    } else if (message.op === 'snapshot' || message.op === 'frame') {
      lastFrameMs = options.nowMs()
      if (view.phase === 'stale') setPhase('online')
      quotes.receive(message)
    } else if (message.op === 'candle') {
      for (const watch of candleWatches) {
        if (watch.symbol === message.symbol && watch.interval === message.interval) watch.listener(message.candle)
      }
    } else if (message.op === 'account') {
      for (const listener of accountListeners) listener(message.event)
    }
  }

  function updateQuotesSubscription(): void {
    const wanted = mergedQuotes([...quotesWatches])
    const text = wanted === null ? null : JSON.stringify(wanted)
    if (text === subscribed) return
    subscribed = text
    lastFrameMs = options.nowMs()
    connection.send(wanted === null ? { op: 'unsub', ch: 'quotes' } : quotesMessage(wanted, null))
  }

  return {
    quotes,
    clock,
    connection: () => view,
    subscribeConnection: (listener) => listen(connectionListeners, listener),
    onAccountEvent: (listener) => listen(accountListeners, listener),
    onReconnect: (listener) => listen(reconnectListeners, listener),
    watchQuotes: (wanted) => {
      const own = { ...wanted }
      quotesWatches.add(own)
      updateQuotesSubscription()
      return () => {
        quotesWatches.delete(own)
        // A screen that follows at once may want the same quotes.
        queueMicrotask(updateQuotesSubscription)
      }
    },
    watchCandles: (wanted, listener) => {
      const own = { ...wanted, listener }
      candleWatches.add(own)
      connection.send({ op: 'sub', ch: 'candles', args: { symbol: wanted.symbol, interval: wanted.interval } })
      return () => {
        candleWatches.delete(own)
        connection.send({ op: 'unsub', ch: 'candles' })
        for (const message of candleMessages()) connection.send(message)
      }
    },
    start: connection.start,
    revive: connection.revive,
    lose: connection.lose,
    tokenChanged: () => {
      const token = options.token()
      // A socket cannot forget a login, so signing out opens another.
      if (token === null) connection.restart()
      else connection.send({ op: 'auth', token })
    },
    tick: () => {
      connection.tick()
      if (view.phase === 'online' && subscribed !== null && options.nowMs() - lastFrameMs > frameSilenceMs) setPhase('stale')
    },
  }
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
