import type { SupportMessage } from '@candor/api/support'
import type { SupportConversation } from '@candor/api/operator/support'
import type { operatorSupportDesk } from '@candor/api/operator/support'
import type { OutputOf } from '@candor/api/operator'
import type { Clock } from '../../platform/clock.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { deviceWords } from '../identity/index.ts'
import type { Agent } from './agent.ts'
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

type Written = Result<SupportMessage, 'not-found' | 'not-allowed' | 'conflict'>
type Moved = Result<SupportConversation, 'not-found' | 'not-allowed'>

export interface DeskDependencies {
  readonly pool: Database
  readonly hub: ChatHub
  readonly typing: Typing
  readonly notifier: Notifier
  readonly clock: Clock
}

const maxQueue = 100

/**
 * The agents' acts on conversations. Each change is published to the customer's socket, and queue changes to waiting
 * customers.
 */
export class SupportDesk {
  private readonly deps: DeskDependencies

  constructor(deps: DeskDependencies) {
    this.deps = deps
  }

  /** The agent desk's current content. Polling keeps the agent on duty. */
  async look(agent: Agent): Promise<OutputOf<typeof operatorSupportDesk>> {
    const { pool, clock } = this.deps
    await seeDesk(pool, agent.secret)
    const [{ isOpen, alarmMs }, queue, own, agents] = await Promise.all([
      readService(pool),
      readQueue(pool, maxQueue),
      readOwn(pool, agent.operatorId),
      readAgents(pool),
    ])
    return {
      nowMs: clock.nowMs(),
      isOnDuty: agents.some(({ operatorId, isOnDuty }) => operatorId === agent.operatorId && isOnDuty),
      isOpen,
      alarmMs,
      queue: queue.map((conversation) => this.viewOf(conversation, agent)),
      own: own.map((conversation) => this.viewOf(conversation, agent)),
      waitingCount: queue.length,
      agents: agents.map(({ operatorId, ...other }) => ({
        ...other,
        operatorId: String(operatorId),
        isOwn: operatorId === agent.operatorId,
      })),
    }
  }

  async setDuty(agent: Agent, isOnDuty: boolean): Promise<void> {
    await setDuty(this.deps.pool, agent.secret, isOnDuty)
    this.deps.hub.nudgeQueue()
  }

  /** Conversations that fulfil a filter, and the last of them as it is stored. */
  async list(
    agent: Agent,
    filter: ConversationFilter,
  ): Promise<{ items: SupportConversation[]; last: DeskConversation | undefined }> {
    const found = await listConversations(this.deps.pool, filter)
    return { items: found.map((conversation) => this.viewOf(conversation, agent)), last: found.at(-1) }
  }

  async find(agent: Agent, id: bigint): Promise<(DeskConversation & { readonly view: SupportConversation }) | null> {
    const found = await findConversation(this.deps.pool, id)
    return found === null ? null : { ...found, view: this.viewOf(found, agent) }
  }

  async claim(agent: Agent, id: bigint): Promise<Result<SupportConversation, 'not-found' | 'already-claimed'>> {
    const outcome = await claimConversation(this.deps.pool, agent.secret, id)
    const view = await this.moved(agent, id)
    if (!view.ok) return refuse('not-found')
    return outcome === 'taken' ? refuse('already-claimed', { name: view.value.agent?.name ?? '' }) : view
  }

  /** Adds a message, once for its client id, and shows it to the customer. */
  async write(agent: Agent, answer: Omit<Answer, 'isThere'>): Promise<Written> {
    const { pool, hub, notifier } = this.deps
    const found = await findConversation(pool, answer.conversationId)
    if (found === null) return refuse('not-found')
    const { id, customerId } = found
    const isThere = hub.isThere(customerId)
    const posted = await answerMessage(pool, agent.secret, { ...answer, isThere })
    if (!('seq' in posted)) return refuse(posted.outcome)
    hub.nudge(customerId)
    if (!isThere && posted.outcome === 'posted')
      await notifier.announce(customerId, { kind: 'message', id, state: 'support-reply' })
    const { seq, atMs, body } = posted
    const author = { id: String(agent.operatorId), name: agent.name, isAssistant: false }
    return ok({ seq, atMs, from: 'agent', agent: author, clientId: answer.clientId, body })
  }

  async showTyping(agent: Agent, id: bigint, isTyping: boolean): Promise<Result<null, 'not-found' | 'not-allowed'>> {
    const found = await findConversation(this.deps.pool, id)
    if (found === null) return refuse('not-found')
    if (found.operatorId !== agent.operatorId) return refuse('not-allowed')
    this.deps.hub.showTyping(found.customerId, isTyping)
    return ok(null)
  }

  async read(agent: Agent, id: bigint, seq: number): Promise<Result<null, 'not-found'>> {
    const { pool, hub } = this.deps
    const found = (await markAgentRead(pool, agent.secret, id, seq)) ? await findConversation(pool, id) : null
    if (found === null) return refuse('not-found')
    hub.nudge(found.customerId)
    return ok(null)
  }

  /** Hands a conversation to another agent, or (null) back to the queue. */
  async transfer(agent: Agent, id: bigint, to: bigint | null): Promise<Moved> {
    return this.movedIf(await transferConversation(this.deps.pool, agent.secret, id, to), agent, id)
  }

  async close(agent: Agent, id: bigint): Promise<Moved> {
    return this.movedIf(await closeConversation(this.deps.pool, agent.secret, id), agent, id)
  }

  private movedIf(outcome: string, agent: Agent, id: bigint): Promise<Moved> | Moved {
    if (outcome === 'not-found' || outcome === 'not-allowed') return refuse(outcome)
    return this.moved(agent, id)
  }

  /** Publishes that a conversation has changed hands. */
  private async moved(agent: Agent, id: bigint): Promise<Moved> {
    const found = await findConversation(this.deps.pool, id)
    if (found === null) return refuse('not-found')
    this.deps.hub.nudge(found.customerId)
    this.deps.hub.nudgeQueue()
    return ok(this.viewOf(found, agent))
  }

  private viewOf(conversation: DeskConversation, agent: Agent): SupportConversation {
    const { customerId, operatorId, operatorName, lastMessage } = conversation
    const { id, state, language, device, openedMs, waitingSinceMs, isOverdue } = conversation
    const { newestSeq, unread, agentReadSeq, customerReadSeq, rating } = conversation
    const customer = {
      id: String(customerId),
      publicId: conversation.publicId,
      kycState: conversation.kycState,
      isEnabled: conversation.isEnabled,
      isOnline: this.deps.hub.isThere(customerId),
      isTyping: this.deps.typing.is(customerId),
    }
    const holder =
      operatorId === null
        ? null
        : { operatorId: String(operatorId), name: operatorName ?? '', isOwn: operatorId === agent.operatorId }
    const waiting = { openedMs, waitingSinceMs, isOverdue }
    const seqs = { newestSeq, unread, agentReadSeq, customerReadSeq }
    const preview = lastMessage === null ? null : previewOf(lastMessage)
    return {
      id,
      customer,
      state,
      agent: holder,
      language,
      device: deviceOf(device),
      ...waiting,
      ...seqs,
      lastMessage: preview,
      rating,
    }
  }
}

const previewLength = 120

function previewOf(message: SupportMessage): SupportMessage {
  const { body } = message
  if (body.kind !== 'text' || body.text.length <= previewLength) return message
  // Half of a surrogate pair at the cut is no letter.
  return { ...message, body: { kind: 'text', text: `${body.text.slice(0, previewLength).toWellFormed()}…` } }
}

/** User agents are long: agents see only the browser and the system. */
function deviceOf(named: string | null): string | null {
  return named === null ? null : (deviceWords(named) ?? named)
}
