import { languageOf } from '@candor/api'
import type { Language, RefusalName } from '@candor/api'
import { supportCloseCodes } from '@candor/api/support'
import type { SupportClientMessage, SupportServerMessage } from '@candor/api/support'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { textFrame } from '../../platform/websocket/index.ts'
import type { SocketConnection } from '../../platform/websocket/index.ts'
import type { ChatAccess } from './access-service.ts'
import type { ChatHub, ChatPlace } from './chat-hub.ts'
import type { Chat } from './chat-service.ts'
import { createPlaceFeed } from './place-feed.ts'
import type { PlaceFeed } from './place-feed.ts'
import type { Typing } from './typing.ts'

const internalError = 1011

/** The text of a refusal in a language. */
export type RefusalText = (name: RefusalName, language: Language) => string

export interface ChatVisitDependencies {
  readonly access: ChatAccess
  readonly chat: Chat
  readonly hub: ChatHub
  readonly typing: Typing
  readonly clock: Clock
  readonly logger: Logger
  readonly refusalText: RefusalText
  /** Whether this network may try one more token; counts it. */
  admitLogin(address: string): boolean
}

type Received<Type extends SupportClientMessage['type']> = Extract<SupportClientMessage, { type: Type }>['data']

/** The state of one socket, from opening to end: anonymous at first, a customer's once logged in. */
export class ChatVisit {
  readonly #connection: SocketConnection
  readonly #deps: ChatVisitDependencies
  readonly #feed: PlaceFeed
  readonly #place: ChatPlace
  #customer: { readonly customerId: bigint; readonly token: string } | null = null
  #language: Language = 'en'
  #isEnded = false

  constructor(connection: SocketConnection, deps: ChatVisitDependencies) {
    this.#connection = connection
    this.#deps = deps
    const feed = createPlaceFeed({
      chat: deps.chat,
      send: (message) => this.#send(message),
      fail: (fault) => this.fail(fault),
    })
    this.#feed = feed
    this.#place = {
      refresh: feed.refresh,
      isWaiting: () => feed.state()?.state === 'waiting',
      showTyping: (isTyping) => this.#send({ type: 'typing', data: { isTyping } }),
      checkAccess: () => this.#checkAccess(),
      close: (code, reason) => connection.close(code, reason),
    }
  }

  /** Handles a message. Call it sequentially. */
  async serve(message: SupportClientMessage): Promise<void> {
    if (this.#isEnded) return
    if (message.type === 'ping') this.#send({ type: 'pong', data: { nowMs: this.#deps.clock.nowMs() } })
    else if (message.type === 'otherlogin') await this.#logIn(message.data)
    else if (this.#customer === null) this.refuse('not-logged-in')
    else await this.#serveCustomer(this.#customer.customerId, message)
  }

  refuse(error: RefusalName): void {
    this.#send({ type: 'error', data: { error, msg: this.#deps.refusalText(error, this.#language) } })
  }

  /** A server error: the client reconnects, and resends unacknowledged messages. */
  fail(fault: unknown): void {
    if (this.#isEnded) return
    this.#deps.logger.error({ err: fault }, 'a message of customer service could not be served')
    this.refuse('system-error')
    this.#connection.close(internalError, 'come again')
  }

  /** The socket is closed. */
  end(): void {
    this.#isEnded = true
    this.#feed.end()
    this.#leave()
  }

  async #serveCustomer(
    customerId: bigint,
    message: Exclude<SupportClientMessage, { type: 'otherlogin' | 'ping' }>,
  ): Promise<void> {
    const { chat, typing } = this.#deps
    switch (message.type) {
      case 'message':
        return this.#post(customerId, message.data)
      case 'setting':
        return this.#introduce(customerId, message.data)
      case 'typing':
        return typing.set(customerId, message.data.isTyping)
      case 'read':
        return chat.read(customerId, message.data.seq)
      case 'history':
        return this.#send({ type: 'history', data: await chat.history(customerId, message.data) })
      case 'rate':
        return this.#rate(customerId, message.data)
    }
  }

  async #logIn({ id, token }: Received<'otherlogin'>): Promise<void> {
    const { access, hub, clock } = this.#deps
    if (!this.#deps.admitLogin(this.#connection.address)) return this.refuse('frequent-operations')
    const found = await access.authenticate(token)
    if (this.#isEnded) return
    if (found?.publicId !== id) return this.refuse('not-logged-in')
    this.#leave()
    this.#customer = { customerId: found.customerId, token }
    hub.enter(found.customerId, this.#place)
    // If the session was revoked between the lookup and the entry, nothing closed this socket; check again now.
    this.#checkAccess()
    const state = await this.#feed.begin(found.customerId)
    this.#send({ type: 'otherlogin', data: { id, nowMs: clock.nowMs(), state } })
    // Changes during the read notified nothing.
    this.#feed.refresh()
  }

  async #post(customerId: bigint, message: Received<'message'>): Promise<void> {
    this.#deps.typing.set(customerId, false)
    const { clientId } = message
    const posted = await this.#deps.chat.post(customerId, message)
    if (!posted.ok) {
      this.#send({
        type: 'refused',
        data: { clientId, error: posted.error, msg: this.#deps.refusalText(posted.error, this.#language) },
      })
      return
    }
    this.#feed.acknowledge(posted.value.seq)
    this.#send({ type: 'ack', data: { clientId, message: posted.value } })
    this.#feed.refresh()
  }

  async #introduce(customerId: bigint, app: Received<'setting'>): Promise<void> {
    this.#language = languageOf(app.language)
    const device = app.device.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
    this.#send({ type: 'setting', data: await this.#deps.chat.greet(customerId, { language: this.#language, device }) })
  }

  async #rate(customerId: bigint, { score, comment = '' }: Received<'rate'>): Promise<void> {
    const rated = await this.#deps.chat.rate(customerId, { score, comment })
    if (!rated.ok) return this.refuse(rated.error)
    this.#send({ type: 'rated', data: { score } })
    this.#feed.refresh()
  }

  #checkAccess(): void {
    if (this.#customer === null) return
    this.#deps.access.authenticate(this.#customer.token).then(
      (found) => {
        if (found === null) this.#connection.close(supportCloseCodes.ended, 'session ended')
      },
      (fault: unknown) => this.fail(fault),
    )
  }

  #leave(): void {
    if (this.#customer === null) return
    this.#deps.hub.leave(this.#customer.customerId, this.#place)
    this.#deps.typing.set(this.#customer.customerId, false)
  }

  #send(message: SupportServerMessage): void {
    this.#connection.write(textFrame(JSON.stringify(message)))
  }
}
