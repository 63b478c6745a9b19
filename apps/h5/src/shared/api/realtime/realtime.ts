import { serverMessage } from '@candor/api'
import type { AccountEvent, CandleView, ServerMessage } from '@candor/api'
import { Connection, createListeners } from '@candor/client'
import type { SocketEvents, SocketPort } from '@candor/client'
import { createLiveness } from './liveness.ts'
import type { ConnectionView } from './liveness.ts'
import { createQuoteStore } from './quote-store.ts'
import type { QuoteStore } from './quote-store.ts'
import { createServerClock } from './server-clock.ts'
import type { ServerClock } from './server-clock.ts'
import type { CandlesWanted, QuotesWanted } from './subscriptions.ts'
import { createWatches } from './watches.ts'

export interface RealtimeOptions {
  readonly openSocket: (events: SocketEvents) => SocketPort
  readonly nowMs: () => number
  readonly random: () => number
  readonly token: () => string | null
}

export interface Realtime {
  readonly quotes: QuoteStore
  readonly clock: ServerClock
  readonly connection: () => ConnectionView
  readonly subscribeConnection: (listener: () => void) => () => void
  /** Sets since when the app has been offline, for an app opened without a network that shows older data. */
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

const limits = { firstRetryMs: 500, longestRetryMs: 15_000, pingEveryMs: 10_000, silenceLimitMs: 15_000 }

/** Wires the socket, quotes, candles, account events and the server's clock. */
export function createRealtime({ openSocket, nowMs, random, token }: RealtimeOptions): Realtime {
  const quotes = createQuoteStore()
  const clock = createServerClock(nowMs)
  const liveness = createLiveness(nowMs)
  const accountEvents = createListeners<[AccountEvent]>()
  let pingedMs: number | null = null

  const receive = (message: ServerMessage): void => {
    if (message.op === 'hello') {
      clock.greet(message.nowMs, message.genesisMs)
      liveness.greeted()
    } else if (message.op === 'pong') {
      if (pingedMs !== null) clock.measure(pingedMs, message.nowMs)
      pingedMs = null
    } else if (message.op === 'snapshot' || message.op === 'frame') {
      liveness.receivedFrame()
      quotes.receive(message)
    } else if (message.op === 'candle') {
      watches.receiveCandle(message)
    } else if (message.op === 'account') {
      accountEvents.notify(message.event)
    }
  }

  const login = () => {
    const own = token()
    return own === null ? [] : [{ op: 'auth', token: own } as const]
  }
  const connection = new Connection({
    limits,
    nowMs,
    random,
    openSocket,
    schema: serverMessage,
    ping: { op: 'ping' },
    greeting: () => [...login(), ...watches.greeting(quotes.newestSlot())],
    isWelcome: ({ op }) => op === 'hello',
    onMessage: receive,
    onPhase: liveness.setPhase,
    onPing: (sentMs) => (pingedMs = sentMs),
  })
  const watches = createWatches({ send: (message) => connection.send(message), onQuotesChange: liveness.awaitFrame })

  return {
    quotes,
    clock,
    connection: liveness.view,
    subscribeConnection: liveness.subscribe,
    lostSince: (sinceMs) => liveness.setPhase('offline', sinceMs),
    onAccountEvent: accountEvents.add,
    onReconnect: liveness.onReconnect,
    watchQuotes: watches.watchQuotes,
    watchCandles: watches.watchCandles,
    start: () => connection.start(),
    revive: () => connection.revive(),
    lose: () => connection.lose(),
    // A socket cannot drop its login, so signing out opens another.
    tokenChanged: () => {
      if (token() === null) connection.restart()
      else login().forEach((message) => connection.send(message))
    },
    tick: () => {
      connection.tick()
      liveness.tick(watches.wantsQuotes())
    },
  }
}
