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
import type { Account, ConversationFilter, DeskConversation } from './desk-store.ts'
import { answerMessage } from './message-store.ts'
import type { Answer } from './message-store.ts'
import type { Notifier } from '../messages/index.ts'
import type { Typing } from './typing.ts'
import type { Visits } from './visit-service.ts'

type Written = Result<SupportMessage, 'not-found' | 'not-allowed' | 'conflict'>
type Moved = Result<SupportConversation, 'not-found' | 'not-allowed'>

export interface DeskDependencies {
  readonly pool: Database
  readonly hub: ChatHub
  readonly typing: Typing
  readonly visits: Pick<Visits, 'isThere'>
  readonly notifier: Notifier
  readonly clock: Clock
}

/** Visitors have at most 100 places in the queue: as many are left for customers. */
const maxQueue = 200

/**
 * The agents' acts on conversations. Each change is published to the customer's socket, and queue changes to waiting
 * customers.
 */
export interface SupportDesk {
  /** The agent desk's current content. Polling keeps the agent on duty. */
  look(agent: Agent): Promise<OutputOf<typeof operatorSupportDesk>>
  setDuty(agent: Agent, isOnDuty: boolean): Promise<void>
  /** Conversations that fulfil a filter, and the last of them as it is stored. */
  list(agent: Agent, filter: ConversationFilter): Promise<ListedConversations>
  find(agent: Agent, id: bigint): Promise<(DeskConversation & { readonly view: SupportConversation }) | null>
  claim(agent: Agent, id: bigint): Promise<Result<SupportConversation, 'not-found' | 'already-claimed'>>
  /** Adds a message, once for its client id, and shows it to the customer. */
  write(agent: Agent, answer: Omit<Answer, 'isThere'>): Promise<Written>
  showTyping(agent: Agent, id: bigint, isTyping: boolean): Promise<Result<null, 'not-found' | 'not-allowed'>>
  read(agent: Agent, id: bigint, seq: number): Promise<Result<null, 'not-found'>>
  /** Hands a conversation to another agent, or (null) back to the queue. */
  transfer(agent: Agent, id: bigint, to: bigint | null): Promise<Moved>
  close(agent: Agent, id: bigint): Promise<Moved>
}

interface ListedConversations {
  readonly items: SupportConversation[]
  readonly last: DeskConversation | undefined
}

/** Creates the service of the agent desk. */
export function createSupportDesk(deps: DeskDependencies): SupportDesk {
  const { pool, hub } = deps
  return {
    look: (agent) => look(deps, agent),
    async setDuty(agent, isOnDuty) {
      await setDuty(pool, agent.secret, isOnDuty)
      hub.nudgeQueue()
    },
    async list(agent, filter) {
      const found = await listConversations(pool, filter)
      return { items: found.map((conversation) => viewOf(deps, conversation, agent)), last: found.at(-1) }
    },
    async find(agent, id) {
      const found = await findConversation(pool, id)
      return found === null ? null : { ...found, view: viewOf(deps, found, agent) }
    },
    async claim(agent, id) {
      const outcome = await claimConversation(pool, agent.secret, id)
      const view = await moved(deps, agent, id)
      if (!view.ok) return refuse('not-found')
      return outcome === 'taken' ? refuse('already-claimed', { name: view.value.agent?.name ?? '' }) : view
    },
    write: (agent, answer) => write(deps, agent, answer),
    async showTyping(agent, id, isTyping) {
      const found = await findConversation(pool, id)
      if (found === null) return refuse('not-found')
      if (found.operatorId !== agent.operatorId) return refuse('not-allowed')
      if (found.account !== null) hub.showTyping(found.account.customerId, isTyping)
      return ok(null)
    },
    async read(agent, id, seq) {
      const found = (await markAgentRead(pool, agent.secret, id, seq)) ? await findConversation(pool, id) : null
      if (found === null) return refuse('not-found')
      nudge(deps, found)
      return ok(null)
    },
    transfer: async (agent, id, to) =>
      movedIf(deps, await transferConversation(pool, agent.secret, id, to), { agent, id }),
    close: async (agent, id) => movedIf(deps, await closeConversation(pool, agent.secret, id), { agent, id }),
  }
}

async function look(deps: DeskDependencies, agent: Agent): Promise<OutputOf<typeof operatorSupportDesk>> {
  const { pool, clock } = deps
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
    queue: queue.map((conversation) => viewOf(deps, conversation, agent)),
    own: own.map((conversation) => viewOf(deps, conversation, agent)),
    waitingCount: queue.length,
    agents: agents.map(({ operatorId, ...other }) => ({
      ...other,
      operatorId: String(operatorId),
      isOwn: operatorId === agent.operatorId,
    })),
  }
}

async function write(
  { pool, hub, notifier }: DeskDependencies,
  agent: Agent,
  answer: Omit<Answer, 'isThere'>,
): Promise<Written> {
  const found = await findConversation(pool, answer.conversationId)
  if (found === null) return refuse('not-found')
  const { id, account } = found
  // A visitor has no inbox: the page asks by itself.
  const isThere = account === null || hub.isThere(account.customerId)
  const posted = await answerMessage(pool, agent.secret, { ...answer, isThere })
  if (!('seq' in posted)) return refuse(posted.outcome)
  nudge({ hub }, found)
  if (!isThere && posted.outcome === 'posted')
    await notifier.announce(account.customerId, { kind: 'message', id, state: 'support-reply' })
  const { seq, atMs, body } = posted
  const author = { id: String(agent.operatorId), name: agent.name, isAssistant: false }
  return ok({ seq, atMs, from: 'agent', agent: author, clientId: answer.clientId, body })
}

async function movedIf(
  deps: DeskDependencies,
  outcome: string,
  { agent, id }: { readonly agent: Agent; readonly id: bigint },
): Promise<Moved> {
  if (outcome === 'not-found' || outcome === 'not-allowed') return refuse(outcome)
  return moved(deps, agent, id)
}

/** Publishes that a conversation has changed hands. */
async function moved(deps: DeskDependencies, agent: Agent, id: bigint): Promise<Moved> {
  const found = await findConversation(deps.pool, id)
  if (found === null) return refuse('not-found')
  nudge(deps, found)
  deps.hub.nudgeQueue()
  return ok(viewOf(deps, found, agent))
}

/** Notifies a customer's socket of a change. */
function nudge({ hub }: Pick<DeskDependencies, 'hub'>, { account }: DeskConversation): void {
  if (account !== null) hub.nudge(account.customerId)
}

function customerOf(
  { hub, typing }: Pick<DeskDependencies, 'hub' | 'typing'>,
  { customerId, publicId, kycState, isEnabled }: Account,
): SupportConversation['customer'] {
  const isOnline = hub.isThere(customerId)
  return { id: String(customerId), publicId, kycState, isEnabled, isOnline, isTyping: typing.is(customerId) }
}

function viewOf(
  { hub, typing, visits }: Pick<DeskDependencies, 'hub' | 'typing' | 'visits'>,
  conversation: DeskConversation,
  agent: Agent,
): SupportConversation {
  const { account, operatorId, operatorName, lastMessage } = conversation
  const { id, state, language, device, openedMs, waitingSinceMs, isOverdue } = conversation
  const { newestSeq, unread, agentReadSeq, customerReadSeq, rating } = conversation
  const customer = account === null ? null : customerOf({ hub, typing }, account)
  const visitor = account === null ? { isOnline: visits.isThere(conversation.conversationId) } : null
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
    visitor,
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
