import type { SupportMessage } from '@candor/contract/support'
import type { SupportConversation } from '@candor/contract/operator/support'
import type { operatorSupportDesk } from '@candor/contract/operator/support'
import type { OperatorOutputOf } from '@candor/contract/operator'
import type { Clock } from '../../platform/clock.ts'
import type { OperatorCall } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { ChatHub } from './chat-hub.ts'
import { readService } from './conversation-store.ts'
import {
  claimConversation,
  closeConversation,
  findConversation,
  listConversations,
  markAgentRead,
  readAgents,
  readOwn,
  readQueue,
  seeDesk,
  setDuty,
  transferConversation,
} from './desk-store.ts'
import type { ConversationFilter, DeskConversation } from './desk-store.ts'
import { answerMessage } from './message-store.ts'
import type { Answer } from './message-store.ts'
import type { Notifier } from '../messages/index.ts'
import type { Typing } from './typing.ts'

type Operator = OperatorCall['operator']
type Written = Result<SupportMessage, 'not-found' | 'not-allowed' | 'conflict'>
type Moved = Result<SupportConversation, 'not-found' | 'not-allowed'>

/** What agents do with conversations. */
export interface Desk {
  look(operator: Operator): Promise<OperatorOutputOf<typeof operatorSupportDesk>>
  setDuty(operator: Operator, isOnDuty: boolean): Promise<void>
  list(operator: Operator, filter: ConversationFilter): Promise<{ items: SupportConversation[]; last: DeskConversation | undefined }>
  find(operator: Operator, id: bigint): Promise<(DeskConversation & { readonly view: SupportConversation }) | null>
  claim(operator: Operator, id: bigint): Promise<Result<SupportConversation, 'not-found' | 'already-claimed'>>
  /** Adds a message, once for its client id, and shows it to the customer. */
  write(operator: Operator, answer: Omit<Answer, 'isThere'>): Promise<Written>
  showTyping(operator: Operator, id: bigint, isTyping: boolean): Promise<Result<null, 'not-found' | 'not-allowed'>>
  read(operator: Operator, id: bigint, seq: number): Promise<Result<null, 'not-found'>>
  transfer(operator: Operator, id: bigint, to: bigint | null): Promise<Moved>
  close(operator: Operator, id: bigint): Promise<Moved>
}

export interface DeskDependencies {
  readonly pool: Database
  readonly hub: ChatHub
  readonly typing: Typing
  readonly notifier: Notifier
  readonly clock: Clock
}

const maxQueue = 100

/** Makes the desk. After each change the customer's place hears of it, and whoever waits of another place in the queue. */
export function createDesk({ pool, hub, typing, notifier, clock }: DeskDependencies): Desk {
  const viewOf = (conversation: DeskConversation, operator: Operator): SupportConversation => {
    const { customerId, publicId, kycState, isEnabled, operatorId, operatorName } = conversation
    const {
      id,
      state,
      language,
      device,
      openedMs,
      waitingSinceMs,
      isOverdue,
      newestSeq,
      unread,
      agentReadSeq,
      customerReadSeq,
      lastMessage,
      rating,
    } = conversation
    return {
      id,
      customer: {
        id: String(customerId),
        publicId,
        kycState,
        isEnabled,
        isOnline: hub.isThere(customerId),
        isTyping: typing.is(customerId),
      },
      state,
      agent:
        operatorId === null
          ? null
          : { operatorId: String(operatorId), name: operatorName ?? '', isOwn: operatorId === operator.operatorId },
      ...{ language, device, openedMs, waitingSinceMs, isOverdue, newestSeq, unread, agentReadSeq, customerReadSeq, rating },
      lastMessage: lastMessage === null ? null : previewOf(lastMessage),
    }
  }

  const moved = async (operator: Operator, id: bigint): Promise<Moved> => {
    const found = await findConversation(pool, id)
    if (found === null) return refuse('not-found')
    hub.nudge(found.customerId)
    hub.nudgeQueue()
    return ok(viewOf(found, operator))
  }

  return {
    async look(operator) {
      await seeDesk(pool, operator.secret)
      const [service, queue, own, agents] = await Promise.all([
        readService(pool),
        readQueue(pool, maxQueue),
        readOwn(pool, operator.operatorId),
        readAgents(pool),
      ])
      return {
        nowMs: clock.nowMs(),
        isOnDuty: agents.some((agent) => agent.operatorId === operator.operatorId && agent.isOnDuty),
        isOpen: service.isOpen,
        alarmMs: service.alarmMs,
        queue: queue.map((conversation) => viewOf(conversation, operator)),
        own: own.map((conversation) => viewOf(conversation, operator)),
        waitingCount: queue.length,
        agents: agents.map(({ operatorId, ...agent }) => ({
          ...agent,
          operatorId: String(operatorId),
          isOwn: operatorId === operator.operatorId,
        })),
      }
    },
    async setDuty(operator, isOnDuty) {
      await setDuty(pool, operator.secret, isOnDuty)
      hub.nudgeQueue()
    },
    async list(operator, filter) {
      const found = await listConversations(pool, filter)
      return { items: found.map((conversation) => viewOf(conversation, operator)), last: found.at(-1) }
    },
    async find(operator, id) {
      const found = await findConversation(pool, id)
      return found === null ? null : { ...found, view: viewOf(found, operator) }
    },
    async claim(operator, id) {
      const outcome = await claimConversation(pool, operator.secret, id)
      const view = await moved(operator, id)
      if (!view.ok) return refuse('not-found')
      return outcome === 'taken' ? refuse('already-claimed', { name: view.value.agent?.name ?? '' }) : view
    },
    async write(operator, answer) {
      const found = await findConversation(pool, answer.conversationId)
      if (found === null) return refuse('not-found')
      const { customerId } = found
      const isThere = hub.isThere(customerId)
      const posted = await answerMessage(pool, operator.secret, { ...answer, isThere })
      if (!('seq' in posted)) return refuse(posted.outcome)
      hub.nudge(customerId)
      if (!isThere && posted.outcome === 'posted')
        await notifier.announce(customerId, { kind: 'message', id: found.id, state: 'support-reply' })
      const agent = { id: String(operator.operatorId), name: operator.name, isAssistant: false }
      return ok({ seq: posted.seq, atMs: posted.atMs, from: 'agent', agent, clientId: answer.clientId, body: posted.body })
    },
    async showTyping(operator, id, isTyping) {
      const found = await findConversation(pool, id)
      if (found === null) return refuse('not-found')
      if (found.operatorId !== operator.operatorId) return refuse('not-allowed')
      hub.showTyping(found.customerId, isTyping)
      return ok(null)
    },
    async read(operator, id, seq) {
      const found = (await markAgentRead(pool, operator.secret, id, seq)) ? await findConversation(pool, id) : null
      if (found === null) return refuse('not-found')
      hub.nudge(found.customerId)
      return ok(null)
    },
    async transfer(operator, id, to) {
      const outcome = await transferConversation(pool, operator.secret, id, to)
      return outcome === 'transferred' ? moved(operator, id) : refuse(outcome === 'not-allowed' ? 'not-allowed' : 'not-found')
    },
    async close(operator, id) {
      const outcome = await closeConversation(pool, operator.secret, id)
      return outcome === 'closed' ? moved(operator, id) : refuse(outcome === 'not-allowed' ? 'not-allowed' : 'not-found')
    },
  }
}

const previewLength = 120

function previewOf(message: SupportMessage): SupportMessage {
  const { body } = message
  if (body.kind !== 'text' || body.text.length <= previewLength) return message
  // Whole letters: half of a surrogate pair is none.
  return { ...message, body: { kind: 'text', text: `${[...body.text].slice(0, previewLength).join('')}…` } }
}
