import type { AccountEvent } from '@candor/api'

/** One instrument's day figures, in ticks and whole volume units of 10⁻⁶. The index is that of the frame arrays. */
export interface DayFigures {
  readonly instrumentId: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly volume: bigint
}

/** A frame after its commit: what every customer sees for one slot. Index `instrumentId - 1` in each array. */
export interface PublishedFrame {
  readonly slot: number
  readonly publishedMs: number
  readonly prices: readonly bigint[]
  readonly agesMs: readonly number[]
  /** 0 closed, 1 open, 2 stale. */
  readonly states: readonly number[]
  readonly epochs: readonly number[]
  /** 0 simulated, 1 replay, 2 live. */
  readonly sourceKinds: readonly number[]
  /** Traded in this slot, in units of 10⁻⁶. */
  readonly volumes: readonly bigint[]
  /** Day figures of instruments whose figures changed, sent at most every 10 s. */
  readonly figures?: readonly DayFigures[]
}

/** What travels between roles. A topic is one meaning. */
export interface Topics {
  frame: PublishedFrame
  account: { readonly customerId: bigint; readonly event: AccountEvent }
  'session-revoked': { readonly customerId: bigint; readonly sessionId: bigint | null }
  /** What the gates go by is another one now: whoever remembers the customer reads anew. */
  'customer-changed': { readonly customerId: bigint }
}

export type Topic = keyof Topics

/** Carries messages between the roles of one process. Delivery is synchronous and in order; a handler must not throw. */
export interface Bus {
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  /** Returns the function that ends the subscription. */
  subscribe<T extends Topic>(topic: T, handler: (message: Topics[T]) => void): () => void
  /** Subscribes to `account` for the customers of whom `awaits` says so at the moment; the handler hears of the others as well. */
  subscribeAccounts(handler: (message: Topics['account']) => void, awaits: (customerId: bigint) => boolean): () => void
  /** Whether anybody waits for the `account` messages of a customer: those that nobody awaits need not be made. */
  isAwaited(customerId: bigint): boolean
}

type Handlers = { [T in Topic]: Set<(message: Topics[T]) => void> }

/** Makes the in-process bus. `onFault` hears of a handler that threw; the others still get the message. */
export function createBus(onFault: (topic: Topic, fault: unknown) => void): Bus {
  const handlers: Handlers = {
    frame: new Set(),
    account: new Set(),
    'session-revoked': new Set(),
    'customer-changed': new Set(),
  }
  const awaiting = new Map<object, (customerId: bigint) => boolean>()
  return {
    publish(topic, message) {
      for (const handler of handlers[topic]) {
        try {
          handler(message)
        } catch (fault) {
          onFault(topic, fault)
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
