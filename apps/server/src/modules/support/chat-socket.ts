import { languages } from '@candor/contract'
import type { Language, RefusalName } from '@candor/contract'
import { supportClientMessage, supportCloseCodes, supportSocketLimits } from '@candor/contract/support'
import type { SupportClientMessage, SupportServerMessage, SupportState } from '@candor/contract/support'
import { safeParse } from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { refusalText } from '../../platform/http/texts.ts'
import type { Logger } from '../../platform/logger.ts'
import { floodGate, textFrame } from '../../platform/websocket/index.ts'
import type { SocketConnection, SocketHandler } from '../../platform/websocket/index.ts'
import type { ChatAccess } from './access-service.ts'
import type { ChatHub, ChatPlace } from './chat-hub.ts'
import type { Chat } from './chat-service.ts'
import { createPlaceFeed } from './place-feed.ts'
import type { Typing } from './typing.ts'

const policyViolation = 1008
const internalError = 1011
/** More than this waiting for the database is a flood as well. */
const maxWaiting = 50

export interface ChatSocketDependencies {
  readonly access: ChatAccess
  readonly chat: Chat
  readonly hub: ChatHub
  readonly typing: Typing
  readonly clock: Clock
  readonly logger: Logger
  /** Whether this network may try one more token; counts it. */
  admitLogin(network: string): boolean
}

type Received<Type extends SupportClientMessage['type']> = Extract<SupportClientMessage, { type: Type }>

interface Customer {
  readonly customerId: bigint
  readonly token: string
}

/** Serves one socket of customer service. Its messages are served one after the other, in the order in which they came. */
export function createChatSocket(connection: SocketConnection, deps: ChatSocketDependencies): SocketHandler {
  const { access, chat, hub, typing, clock, logger } = deps
  const isFlooding = floodGate(clock.nowMs, supportSocketLimits.messagesPerSecond)
  let customer: Customer | null = null
  let language: Language = 'en'
  let isClosed = false
  let waiting = 0
  let turn: Promise<void> = Promise.resolve()

  const send = (message: SupportServerMessage): void => connection.write(textFrame(JSON.stringify(message)))
  const refuse = (error: RefusalName): void => send({ type: 'error', data: { error, msg: refusalText(error, language) } })
  const fail = (fault: unknown): void => {
    if (isClosed) return
    logger.error({ err: fault }, 'a message of customer service could not be served')
    refuse('system-error')
    connection.close(internalError, 'come again')
  }
  const feed = createPlaceFeed({ chat, send, fail })
  const place: ChatPlace = {
    refresh: feed.refresh,
    isWaiting: () => feed.state()?.state === 'waiting',
    showTyping: (isTyping) => send({ type: 'typing', data: { isTyping } }),
    checkAccess() {
      if (customer === null) return
      access.authenticate(customer.token).then((found) => {
        if (found === null) connection.close(supportCloseCodes.ended, 'session ended')
      }, fail)
    },
    close: (code, reason) => connection.close(code, reason),
  }

  const leave = (): void => {
    if (customer === null) return
    hub.leave(customer.customerId, place)
    typing.set(customer.customerId, false)
  }

  const logIn = async ({ data: { id, token } }: Received<'otherlogin'>): Promise<void> => {
    if (!deps.admitLogin(connection.network)) return refuse('frequent-operations')
    const found = await access.authenticate(token)
    if (isClosed) return
    if (found?.publicId !== id) return refuse('not-logged-in')
    leave()
    customer = { customerId: found.customerId, token }
    hub.enter(customer.customerId, place)
    // An end of the session between the look-up and the entry found nobody to close: look again, now that it would.
    place.checkAccess()
    const state: SupportState = await feed.begin(customer.customerId)
    send({ type: 'otherlogin', data: { id, nowMs: clock.nowMs(), state } })
    // What changed while it was read told nobody.
    feed.refresh()
  }

  const post = async (customerId: bigint, { data }: Received<'message'>): Promise<void> => {
    typing.set(customerId, false)
    const { clientId } = data
    const posted = await chat.post(customerId, data)
    if (!posted.ok) {
      send({ type: 'refused', data: { clientId, error: posted.error, msg: refusalText(posted.error, language) } })
      return
    }
    feed.acknowledge(posted.value.seq)
    send({ type: 'ack', data: { clientId, message: posted.value } })
    feed.refresh()
  }

  const serve = async (message: SupportClientMessage): Promise<void> => {
    if (message.type === 'ping') return send({ type: 'pong', data: { nowMs: clock.nowMs() } })
    if (message.type === 'otherlogin') return logIn(message)
    if (customer === null) return refuse('not-logged-in')
    const { customerId } = customer
    switch (message.type) {
      case 'message':
        return post(customerId, message)
      case 'setting': {
        language = languages.find((known) => known === message.data.language) ?? 'en'
        const device = message.data.device.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
        return send({ type: 'setting', data: await chat.greet(customerId, { language, device }) })
      }
      case 'typing':
        return typing.set(customerId, message.data.isTyping)
      case 'read':
        return chat.read(customerId, message.data.seq)
      case 'history':
        return send({ type: 'history', data: await chat.history(customerId, message.data) })
      case 'rate': {
        const { score, comment = '' } = message.data
        const rated = await chat.rate(customerId, { score, comment })
        if (!rated.ok) return refuse(rated.error)
        send({ type: 'rated', data: { score } })
        return feed.refresh()
      }
    }
  }

  return {
    onMessage(text) {
      if (isClosed) return
      if (isFlooding() || waiting >= maxWaiting) {
        refuse('frequent-operations')
        connection.close(policyViolation, 'too many messages')
        return
      }
      const parsed = readMessage(text)
      if (parsed === null) return refuse('malformed')
      waiting += 1
      turn = turn
        .then(() => (isClosed ? undefined : serve(parsed)))
        .catch(fail)
        .finally(() => (waiting -= 1))
    },
    onClose() {
      isClosed = true
      feed.end()
      leave()
    },
  }
}

function readMessage(text: string): SupportClientMessage | null {
  try {
    const parsed = safeParse(supportClientMessage, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON.
    return null
  }
}
