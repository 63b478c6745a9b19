import type { AccountEvent, CandleView, ClientMessage, ServerMessage } from '@candor/api'
import { createConnection } from './connection.ts'
import type { ConnectionOptions, ConnectionPhase } from './connection.ts'
import { createListeners } from './listeners.ts'
import { createQuoteStore } from './quote-store.ts'
import type { QuoteStore } from './quote-store.ts'
import { createServerClock } from './server-clock.ts'
import type { ServerClock } from './server-clock.ts'
import type { CandlesWanted, QuotesWanted } from './subscriptions.ts'
import { createWatches } from './watches.ts'

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
  /** While offline: since when, for an app that was opened so and shows what it knew. */
  readonly lostSince: (sinceMs: number) => void
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
const frameSilenceMs = 5_000

/** Wires socket, quotes, candles, account events and the server's clock. Everything outside comes in as a parameter. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const quotes = createQuoteStore()
  const clock = createServerClock(options.nowMs)
  const onAccountEvent = createListeners<[AccountEvent]>()
  const onConnection = createListeners<[]>()
  const onReconnect = createListeners<[]>()
  let view: ConnectionView = { phase: 'connecting', sinceMs: options.nowMs() }
  let lastFrameMs = options.nowMs()
  /** Greetings and losses so far: after any, what is shown may miss something. */
  let turns = 0

  const setPhase = (phase: ConnectionView['phase'], sinceMs = options.nowMs()): void => {
    if (phase === view.phase && sinceMs >= view.sinceMs) return
    if (phase === 'offline') turns += 1
    view = { phase, sinceMs }
    onConnection.tell()
  }

  const receive = (message: ServerMessage): void => {
    if (message.op === 'hello') {
      clock.greet(message.nowMs, message.genesisMs)
      turns += 1
      if (turns > 1) onReconnect.tell()
    } else if (message.op === 'snapshot' || message.op === 'frame') {
      lastFrameMs = options.nowMs()
      if (view.phase === 'stale') setPhase('online')
      quotes.receive(message)
    } else if (message.op === 'candle') {
      watches.receiveCandle(message)
    } else if (message.op === 'account') {
      onAccountEvent.tell(message.event)
    }
  }

  const greeting = (): ClientMessage[] => {
    const token = options.token()
    return [...(token === null ? [] : [{ op: 'auth', token } as const]), ...watches.greeting(quotes.newestSlot())]
  }

  const connection = createConnection({ ...options, greeting, onMessage: receive, onPhase: setPhase, onPong: clock.measure })
  const watches = createWatches({
    send: connection.send,
    onQuotesChange: () => (lastFrameMs = options.nowMs()),
  })

  return {
    quotes,
    clock,
    connection: () => view,
    subscribeConnection: onConnection.add,
    lostSince: (sinceMs) => setPhase('offline', sinceMs),
    onAccountEvent: onAccountEvent.add,
    onReconnect: onReconnect.add,
    watchQuotes: watches.watchQuotes,
    watchCandles: watches.watchCandles,
    start: connection.start,
    revive: connection.revive,
    lose: connection.lose,
    // A socket cannot forget a login, so signing out opens another.
    tokenChanged: () => {
      const token = options.token()
      if (token === null) connection.restart()
      else connection.send({ op: 'auth', token })
    },
    tick: () => {
      connection.tick()
      if (view.phase === 'online' && watches.wantsQuotes() && options.nowMs() - lastFrameMs > frameSilenceMs) setPhase('stale')
    },
  }
}
