import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/transaction.ts'
import { recordAct } from '../operator/index.ts'
import type { Agent } from './agent.ts'
import type { DeskConversation } from './desk-store.ts'

/** Repeated views within this time count as one. */
const oneLookMs = 600_000

/** Records access to other people's data before it is shown. */
export interface Viewing {
  ofConversation(operator: Agent, conversation: DeskConversation): Promise<void>
  ofPhoto(operator: Agent, conversation: DeskConversation, imageId: string): Promise<void>
}

export function createViewing(pool: Database): Viewing {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: oneLookMs })
  return {
    async ofConversation(operator, { id, operatorId }) {
      const look = `${operator.operatorId}:${id}`
      if (operatorId === operator.operatorId || seen.has(look)) return
      await recordAct(pool, operator.secret, {
        action: 'support.conversation-viewed',
        subject: `conversation:${id}`,
      })
      seen.set(look, true)
    },
    ofPhoto: (operator, { id }, imageId) =>
      recordAct(pool, operator.secret, {
        action: 'support.photo-viewed',
        subject: `conversation:${id}`,
        details: { imageId },
      }),
  }
}
