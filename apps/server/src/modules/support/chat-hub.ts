import { supportCloseCodes } from '@candor/api/support'
import type { Bus } from '../../platform/bus/index.ts'

/** One socket of a known customer. */
export interface ChatPlace {
  /** Reads new messages, and sends them. */
  refresh(): void
  showTyping(isTyping: boolean): void
  /** Closes the socket when its token is no longer valid. */
  checkAccess(): void
  /** Whether the customer waits in the queue. */
  isWaiting(): boolean
  close(code: number, reason: string): void
}

/** The customers' open sockets. */
export interface ChatHub {
  /** Replaces the customer's other sockets, which are closed. */
  enter(customerId: bigint, place: ChatPlace): void
  leave(customerId: bigint, place: ChatPlace): void
  isThere(customerId: bigint): boolean
  /** Something of a customer's conversation has changed. */
  nudge(customerId: bigint): void
  /** The queue changed: every waiting customer has a new position. */
  nudgeQueue(): void
  showTyping(customerId: bigint, isTyping: boolean): void
  close(): void
}

/** Creates the hub. It closes sockets whose session ends. */
export function createChatHub(bus: Bus): ChatHub {
  const places = new Map<bigint, ChatPlace>()
  const endSubscription = bus.subscribe('session-revoked', ({ customerId }) => places.get(customerId)?.checkAccess())
  return {
    enter(customerId, place) {
      const former = places.get(customerId)
      places.set(customerId, place)
      if (former !== undefined && former !== place) former.close(supportCloseCodes.elsewhere, 'logged in elsewhere')
    },
    leave(customerId, place) {
      if (places.get(customerId) === place) places.delete(customerId)
    },
    isThere: (customerId) => places.has(customerId),
    nudge: (customerId) => places.get(customerId)?.refresh(),
    nudgeQueue() {
      for (const place of places.values()) if (place.isWaiting()) place.refresh()
    },
    showTyping: (customerId, isTyping) => places.get(customerId)?.showTyping(isTyping),
    close: endSubscription,
  }
}
