import { clientMessage, socketLimits } from '@candor/api'
import type { AccountEvent, ClientMessage, ServerMessage } from '@candor/api'
import { safeParse } from 'zod/mini'
import type { Principal } from '../../platform/principal.ts'
import { floodGate, textFrame } from '../../platform/websocket/index.ts'
import type { SocketConnection, SocketHandler } from '../../platform/websocket/index.ts'
import type { CandleHub } from './candle-hub.ts'
import type { QuoteListener } from './audiences.ts'
import type { QuoteHub } from './quote-hub.ts'
import type { FannedInstrument } from './realtime.ts'
import { createSocketLogin } from './socket-login.ts'
import type { SocketLoginDependencies } from './socket-login.ts'

const policyViolation = 1008

/** What a socket session needs from its hub. */
export interface SessionDependencies extends Pick<
  SocketLoginDependencies,
  'authenticate' | 'admitAuth' | 'endsRefused' | 'logger'
> {
  readonly quotes: QuoteHub
  readonly candles: CandleHub
  readonly instruments: readonly FannedInstrument[]
  nowMs(): number
  onAuthenticated(session: SocketSession): void
  onClosed(session: SocketSession): void
}

/** One socket: its subscriptions, its customer once it has authenticated, and its limits. */
export interface SocketSession extends SocketHandler, QuoteListener {
  principal(): Principal | null
  sendAccount(event: AccountEvent): void
}

/** Handles one socket's messages. A malformed message gets an error; flooding closes the socket. */
export function createSocketSession(connection: SocketConnection, deps: SessionDependencies): SocketSession {
  let principal: Principal | null = null
  const isFlooding = floodGate(deps.nowMs, socketLimits.messagesPerSecond)

  const send = (message: ServerMessage): void => {
    connection.write(textFrame(JSON.stringify(message)))
  }

  const login = createSocketLogin({
    connection,
    ...deps,
    refuse: (error) => {
      send({ op: 'error', error })
    },
    onLoggedIn: (found) => {
      if (principal !== null) deps.onClosed(session)
      principal = found
      deps.onAuthenticated(session)
    },
    onConfirmed: () => {
      send({ op: 'authenticated' })
    },
  })

  const subscribe = (message: Extract<ClientMessage, { op: 'sub' }>): void => {
    if (message.ch === 'quotes') {
      if (!deps.quotes.subscribe(session, message.args)) send({ op: 'error', error: 'unknown-instrument' })
      return
    }
    const instrument = deps.instruments.find((candidate) => candidate.symbol === message.args.symbol)
    if (instrument === undefined) send({ op: 'error', error: 'unknown-instrument' })
    else deps.candles.subscribe(session, instrument, message.args.interval)
  }

  const serve = (message: ClientMessage): void => {
    if (message.op === 'ping') send({ op: 'pong', nowMs: deps.nowMs() })
    else if (message.op === 'auth') login.begin(message.token)
    else if (message.op === 'sub') subscribe(message)
    else if (message.ch === 'quotes') deps.quotes.unsubscribe(session)
    else deps.candles.unsubscribe(session)
  }

  const session: SocketSession = {
    connection,
    principal: () => principal,
    sendAccount: (event) => {
      send({ op: 'account', event })
    },
    onMessage: (text) => {
      if (isFlooding()) {
        send({ op: 'error', error: 'frequent-operations' })
        connection.close(policyViolation, 'too many messages')
        return
      }
      const parsed = safeParse(clientMessage, parseJson(text))
      if (parsed.success) serve(parsed.data)
      else send({ op: 'error', error: 'malformed' })
    },
    onClose: () => {
      login.end()
      deps.quotes.unsubscribe(session)
      deps.candles.unsubscribe(session)
      deps.onClosed(session)
    },
  }
  return session
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
