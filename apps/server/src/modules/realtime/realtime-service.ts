import { socketLimits, socketProtocol } from '@candor/api'
import type { Bus } from '../../platform/bus/index.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { textFrame } from '../../platform/websocket/index.ts'
import type { SocketEndpoint } from '../../platform/websocket/index.ts'
import { createCandleHub } from './candle-hub.ts'
import type { ReadCandle } from './candle-hub.ts'
import { createQuoteHub } from './quote-hub.ts'
import type { QuoteReader } from './quote-hub.ts'
import { sessionEnded } from './socket-login.ts'
import { createSocketSession } from './socket-session.ts'
import type { SocketSession } from './socket-session.ts'

export interface RealtimeDependencies {
  readonly bus: Bus
  readonly reader: QuoteReader
  readonly readCandle: ReadCandle
  readonly metrics: Metrics
  readonly logger: Logger
  readonly mode: 'sandbox' | 'live'
  readonly genesisMs: number
  /** The newest published slot, or null before the first frame. */
  newestSlot(): number | null
  authenticate(token: string): Promise<Principal | null>
  /** Whether this network may try one more token; counts it. */
  admitAuth(address: string): boolean
  /** Whether a socket whose login is refused is closed, as on a platform of several cells; absent where it is not. */
  readonly endsRefused?: boolean
  nowMs(): number
}

export interface RealtimeService {
  readonly endpoint: SocketEndpoint
  /** The customers who are logged in on a socket. */
  customers(): Iterable<bigint>
  close(): void
}

const place = {
  path: '/ws',
  hosts: ['all', 'app', 'api'],
  protocol: socketProtocol,
  maxMessageBytes: socketLimits.messageBytes,
} as const

/**
 * Joins the bus to the sockets: frames to quotes and candles, account events to their customer, revocations to closing.
 */
export function createRealtimeService(deps: RealtimeDependencies): RealtimeService {
  const quotes = createQuoteHub(deps.reader, deps.metrics)
  const candles = createCandleHub(deps.readCandle)
  const byCustomer = new Map<bigint, Set<SocketSession>>()

  const forget = (session: SocketSession): void => {
    const customerId = session.principal()?.customerId
    if (customerId === undefined) return
    const sessions = byCustomer.get(customerId)
    sessions?.delete(session)
    if (sessions?.size === 0) byCustomer.delete(customerId)
  }

  const subscriptions = [
    deps.bus.subscribe('frame', (frame) => {
      quotes.broadcast(frame)
      candles.broadcast()
    }),
    deps.bus.subscribeAccounts(
      ({ customerId, event }) => {
        for (const session of byCustomer.get(customerId) ?? []) session.sendAccount(event)
      },
      (customerId) => byCustomer.has(customerId),
    ),
    deps.bus.subscribe('session-revoked', ({ customerId, sessionId }) => {
      for (const session of byCustomer.get(customerId) ?? []) {
        const isRevoked = sessionId === null || session.principal()?.sessionId === sessionId
        if (isRevoked) session.connection.close(sessionEnded, 'session ended')
      }
    }),
  ]

  const onConnection: SocketEndpoint['onConnection'] = (connection) => {
    const session = createSocketSession(connection, {
      quotes,
      candles,
      instruments: deps.reader.instruments,
      authenticate: deps.authenticate,
      admitAuth: deps.admitAuth,
      endsRefused: deps.endsRefused === true,
      logger: deps.logger,
      nowMs: deps.nowMs,
      onAuthenticated: (authenticated) => {
        const customerId = authenticated.principal()?.customerId
        if (customerId !== undefined)
          byCustomer.set(customerId, (byCustomer.get(customerId) ?? new Set()).add(authenticated))
      },
      onClosed: forget,
    })
    const hello = {
      op: 'hello',
      mode: deps.mode,
      nowMs: deps.nowMs(),
      genesisMs: deps.genesisMs,
      slot: deps.newestSlot(),
    }
    connection.write(textFrame(JSON.stringify(hello)))
    return session
  }

  return {
    endpoint: { ...place, onConnection },
    customers: () => byCustomer.keys(),
    close: () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
