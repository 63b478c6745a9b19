import { supportCloseCodes } from '@candor/api/support'
import type { Bus } from '../../platform/bus/index.ts'

/** One socket whose customer is known. */
export interface ChatPlace {
  /** Reads what is new, and sends it. */
  refresh(): void
  showTyping(isTyping: boolean): void
  /** Closes where its token opens nothing any more. */
  checkAccess(): void
  /** Whether the customer waits in the queue. */
  isWaiting(): boolean
  close(code: number, reason: string): void
}

/** The places at which customers are, by customer. */
export interface ChatHub {
  /** This place instead of the customer's others, which are closed. */
  enter(customerId: bigint, place: ChatPlace): void
  leave(customerId: bigint, place: ChatPlace): void
  isThere(customerId: bigint): boolean
  /** Something of a customer's conversation has changed. */
  nudge(customerId: bigint): void
  /** The queue has changed: everybody in it has another place. */
  nudgeQueue(): void
  showTyping(customerId: bigint, isTyping: boolean): void
  close(): void
}

/** Makes the hub. It closes places whose session ends. */
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
