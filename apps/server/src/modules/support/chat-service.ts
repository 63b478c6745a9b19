import { mostCountedUnread } from '@candor/api'
import type {
  SupportAvailability,
  SupportClientMessage,
  SupportMessage,
  SupportServerMessage,
  SupportState,
} from '@candor/api/support'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import {
  countUnread,
  introduce,
  markRead,
  rateConversation,
  readConversation,
  readService,
} from './conversation-store.ts'
import { postMessage, readMessages } from './message-store.ts'
import { availabilityOf, greetingOf, stateOf } from './support.ts'

type DataOf<Messages extends { type: string; data?: unknown }, Type extends Messages['type']> = Extract<
  Messages,
  { type: Type }
>['data']

/** The conversation of a customer, as the customer's side of it may use it. */
export interface Chat {
  state(customerId: bigint): Promise<SupportState>
  /** Adds a message, once per client id. */
  post(
    customerId: bigint,
    message: DataOf<SupportClientMessage, 'message'>,
  ): Promise<Result<SupportMessage, 'conflict' | 'not-found' | 'frequent-operations'>>
  history(
    customerId: bigint,
    wish: DataOf<SupportClientMessage, 'history'>,
  ): Promise<DataOf<SupportServerMessage, 'history'>>
  /** Messages above a number, at most a hundred. */
  after(customerId: bigint, seq: number): Promise<SupportMessage[]>
  read(customerId: bigint, seq: number): Promise<void>
  /** The number of unread replies, up to `mostCountedUnread`. */
  unread(customerId: bigint): Promise<number>
  rate(
    customerId: bigint,
    rating: { readonly score: number; readonly comment: string },
  ): Promise<Result<null, 'not-allowed'>>
  /** Stores the app's own description, and returns the greeting. */
  greet(
    customerId: bigint,
    app: { readonly language: string; readonly device: string },
  ): Promise<DataOf<SupportServerMessage, 'setting'>>
  availability(): Promise<SupportAvailability>
}

const usualPage = 50
const refreshPage = 100

/** Creates the service. In the sandbox an assistant replies while no agent is on duty. */
export function createChat({ pool, mode }: { readonly pool: Database; readonly mode: 'sandbox' | 'live' }): Chat {
  const messagesOf = async (customerId: bigint, wish: Parameters<typeof readMessages>[2]) => {
    const conversation = await readConversation(pool, customerId)
    return conversation === null ? [] : readMessages(pool, conversation.conversationId, wish)
  }
  return {
    async state(customerId) {
      const [conversation, service] = await Promise.all([readConversation(pool, customerId), readService(pool)])
      return stateOf(conversation, service)
    },
    async post(customerId, message) {
      const posted = await postMessage(pool, customerId, message)
      if (!('seq' in posted)) return refuse(posted.outcome)
      const { seq, atMs, body } = posted
      return ok({ seq, atMs, from: 'customer', agent: null, clientId: message.clientId, body })
    },
    async history(customerId, { beforeSeq = null, afterSeq = null, limit = usualPage }) {
      const found = await messagesOf(customerId, { beforeSeq, afterSeq, limit: limit + 1 })
      const items = afterSeq === null ? found.slice(-limit) : found.slice(0, limit)
      return { items, hasMore: found.length > limit, beforeSeq, afterSeq }
    },
    after: (customerId, seq) => messagesOf(customerId, { afterSeq: seq, beforeSeq: null, limit: refreshPage }),
    read: (customerId, seq) => markRead(pool, customerId, seq),
    unread: (customerId) => countUnread(pool, customerId, mostCountedUnread),
    rate: async (customerId, rating) =>
      (await rateConversation(pool, customerId, rating)) ? ok(null) : refuse('not-allowed'),
    async greet(customerId, app) {
      await introduce(pool, customerId, app)
      const service = await readService(pool)
      return { greeting: greetingOf(service, mode), availability: availabilityOf(service) }
    },
    availability: async () => availabilityOf(await readService(pool)),
  }
}
