import type { AccountEvent, Notice } from '@candor/api'

/** One instrument's day figures, in ticks and whole volume units of 10⁻⁶. The index is that of the frame arrays. */
export interface DayFigures {
  readonly instrumentId: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly volume: bigint
}

/**
 * The frame of one slot. Index `instrument.id - 1` in each array; an id that no instrument has is closed at price 0.
 */
export interface Frame {
  readonly slot: number
  readonly prices: readonly bigint[]
  readonly agesMs: readonly number[]
  /** 0 closed, 1 open, 2 stale. */
  readonly states: readonly number[]
  readonly epochs: readonly number[]
  /** 0 simulated, 1 replay, 2 live, 3 indicative. */
  readonly sourceKinds: readonly number[]
  /** Traded in the slot, in units of 10⁻⁶. */
  readonly volumes: readonly bigint[]
}

/** A committed frame: what every customer sees for one slot. */
export interface PublishedFrame extends Frame {
  readonly publishedMs: number
  /** Day figures that changed, sent at most every 10 s. */
  readonly figures?: readonly DayFigures[]
}

/** Changes of accounts, for processes that may have their sockets. They read orders and balances themselves. */
export interface Touched {
  readonly orders: readonly { readonly customerId: bigint; readonly orderId: bigint }[]
  /** Customers whose balances changed. */
  readonly balances: readonly bigint[]
  readonly notices: readonly { readonly customerId: bigint; readonly notice: Notice }[]
}

/** What happens in customer service, for processes that may have the sockets, or serve the agents. */
export type ChatSign =
  | { readonly kind: 'changed' | 'entered' | 'left'; readonly from: string; readonly customerId: bigint }
  /** The customers with a socket, repeated for as long as it lasts. */
  | { readonly kind: 'there'; readonly from: string; readonly customerIds: readonly bigint[] }
  | { readonly kind: 'queue' }
  | { readonly kind: 'agent-types' | 'customer-types'; readonly customerId: bigint; readonly isTyping: boolean }
  | { readonly kind: 'visited'; readonly conversationId: bigint }

/** The messages between roles. Each topic has one meaning. */
export interface Topics {
  frame: PublishedFrame
  account: { readonly customerId: bigint; readonly event: AccountEvent }
  'session-revoked': { readonly customerId: bigint; readonly sessionId: bigint | null }
  /** The customer's access state changed; caches must reload it. */
  'customer-changed': { readonly customerId: bigint }
  /** From other processes only: a publisher tells its own process in another way. */
  touched: Touched
  /** From other processes only. */
  chat: ChatSign
}

export type Topic = keyof Topics

/**
 * Carries messages between roles: of one process, or of several (`joined-bus.ts`). Within a process delivery is
 * synchronous and in order; a handler must not throw.
 */
export interface Bus {
  /** Whether there are other processes. Otherwise nobody listens to `touched` and `chat`. */
  readonly hasOthers: boolean
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  /** Returns the function that ends the subscription. */
  subscribe<T extends Topic>(topic: T, handler: (message: Topics[T]) => void): () => void
  /**
   * Subscribes to `account` for the customers for whom `awaits` currently returns true; the handler also receives
   * others' messages.
   */
  subscribeAccounts(handler: (message: Topics['account']) => void, awaits: (customerId: bigint) => boolean): () => void
  /** Whether anything subscribes to a customer's `account` messages; otherwise they need not be created. */
  isAwaited(customerId: bigint): boolean
}

type Handlers = { [T in Topic]: Set<(message: Topics[T]) => void> }

/** Creates the in-process bus. `onError` is called when a handler throws; the other handlers still get the message. */
export function createBus(onError: (topic: Topic, error: unknown) => void): Bus {
  const handlers: Handlers = {
    frame: new Set(),
    account: new Set(),
    'session-revoked': new Set(),
    'customer-changed': new Set(),
    touched: new Set(),
    chat: new Set(),
  }
  const awaiting = new Map<object, (customerId: bigint) => boolean>()
  return {
    hasOthers: false,
    publish(topic, message) {
      for (const handler of handlers[topic]) {
        try {
          handler(message)
        } catch (error) {
          onError(topic, error)
        }
      }
    },
    subscribe(topic, handler) {
      handlers[topic].add(handler)
      return () => {
        handlers[topic].delete(handler)
      }
    },
    subscribeAccounts(handler, awaits) {
      handlers.account.add(handler)
      awaiting.set(handler, awaits)
      return () => {
        handlers.account.delete(handler)
        awaiting.delete(handler)
      }
    },
    isAwaited(customerId) {
      for (const handler of handlers.account) if (awaiting.get(handler)?.(customerId) !== false) return true
      return false
    },
  }
}
