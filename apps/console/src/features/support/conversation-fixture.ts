import type { SupportConversation } from '@candor/api/operator/support'
import { noonMs } from '../../testing/fixtures.ts'

/** A conversation that is being answered, with the given fields. */
export function aConversation(given: Partial<SupportConversation>): SupportConversation {
  return {
    id: '4',
    customer: {
      id: '9',
      publicId: '204 118',
      kycState: 'verified',
      isEnabled: true,
      isOnline: true,
      isTyping: false,
    },
    visitor: null,
    state: 'answering',
    agent: null,
    language: 'de',
    device: null,
    openedMs: noonMs,
    waitingSinceMs: null,
    isOverdue: false,
    newestSeq: 2,
    unread: 0,
    agentReadSeq: 2,
    customerReadSeq: 2,
    lastMessage: null,
    rating: null,
    ...given,
  }
}
