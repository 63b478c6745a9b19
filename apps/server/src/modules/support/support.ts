import { noConversation } from '@candor/api/support'
import type { SupportAvailability, SupportHours, SupportSetting, SupportState } from '@candor/api/support'

/** A conversation as its customer sees it. `queuePosition` counts from 1, and is null unless it waits. */
export interface CustomerConversation {
  readonly conversationId: bigint
  readonly state: SupportState['state']
  readonly agent: { readonly operatorId: bigint; readonly name: string } | null
  readonly queuePosition: number | null
  readonly newestSeq: number
  readonly readSeq: number
  readonly agentReadSeq: number
  readonly agentReadMs: number | null
  readonly mayRate: boolean
}

/** Opening hours, agents on duty, and the median of the newest twenty waits. */
export interface Service {
  readonly hours: SupportHours
  readonly alarmMs: number
  readonly isOpen: boolean
  readonly nextOpenMs: number | null
  readonly agentsOnline: number
  readonly usualWaitMs: number | null
  /** A customer's closed conversation, and a visitor's. */
  readonly keptDays: number
  readonly visitKeptDays: number
}

/** A conversation's state for its customer; null for a customer without one. */
export function stateOf(
  conversation: CustomerConversation | null,
  service: Pick<Service, 'usualWaitMs' | 'agentsOnline'>,
): SupportState {
  if (conversation === null) return noConversation
  const { state, agent, queuePosition, newestSeq, readSeq, agentReadSeq, agentReadMs, mayRate } = conversation
  return {
    state,
    agent: agent === null ? null : { id: String(agent.operatorId), name: agent.name, isAssistant: false },
    queue: queuePosition === null ? null : { position: queuePosition, waitMs: expectedWaitMs(queuePosition, service) },
    newestSeq,
    readSeq,
    agentReadSeq,
    agentReadMs,
    mayRate,
  }
}

/**
 * The expected wait at a queue position: the usual wait per round in which every agent on duty takes one. Null when
 * unknown, or when no agent is on duty.
 */
export function expectedWaitMs(
  position: number,
  { usualWaitMs, agentsOnline }: Pick<Service, 'usualWaitMs' | 'agentsOnline'>,
): number | null {
  if (usualWaitMs === null || agentsOnline === 0) return null
  return usualWaitMs * Math.ceil(position / agentsOnline)
}

/** The public availability of customer service, for customers. */
export function availabilityOf({
  alarmMs: _alarmMs,
  visitKeptDays: _visitKeptDays,
  ...availability
}: Service): SupportAvailability {
  return availability
}

/** The greeting of customer service: the assistant's in a sandbox without an agent on duty. */
export function greetingOf(
  { agentsOnline, isOpen }: Pick<Service, 'agentsOnline' | 'isOpen'>,
  mode: 'sandbox' | 'live',
): SupportSetting['greeting'] {
  if (agentsOnline > 0) return 'welcome'
  if (mode === 'sandbox') return 'assistant'
  return isOpen ? 'away' : 'closed'
}
