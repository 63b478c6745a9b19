import { hostKind } from '../../platform/http/origin.ts'
import type { SupportAvailability, SupportState } from '@candor/contract/support'
import type { CustomerConversation, Service } from './conversation-store.ts'

/** How a conversation stands, for its customer; null is a customer who never came. */
export function stateOf(conversation: CustomerConversation | null, service: Pick<Service, 'usualWaitMs' | 'agentsOnline'>): SupportState {
  if (conversation === null)
    return { state: 'none', agent: null, queue: null, newestSeq: 0, readSeq: 0, agentReadSeq: 0, agentReadMs: null, mayRate: false }
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
 * How long the wait at a place of the queue may be: the usual wait for each round in which everybody on duty takes one. Null where
 * nothing is known, or nobody is there.
 */
export function expectedWaitMs(
  position: number,
  { usualWaitMs, agentsOnline }: Pick<Service, 'usualWaitMs' | 'agentsOnline'>,
): number | null {
  if (usualWaitMs === null || agentsOnline === 0) return null
  return usualWaitMs * Math.ceil(position / agentsOnline)
}

/** What anybody may know of customer service. */
export function availabilityOf({ hours, isOpen, nextOpenMs, agentsOnline, usualWaitMs }: Service): SupportAvailability {
  return { hours, isOpen, nextOpenMs, agentsOnline, usualWaitMs }
}

/** The host of customer service for a page of this origin; null where it is the page's own, or unknown. */
export function kefuHostOf(pageOrigin: string | null): string | null {
  if (pageOrigin === null || !URL.canParse(pageOrigin)) return null
  const { host } = new URL(pageOrigin)
  return hostKind(host) === 'app' ? `kefu.${host}` : null
}
