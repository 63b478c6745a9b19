import { randomUUID } from 'node:crypto'
import { supportCloseCodes } from '@candor/api/support'
import { LRUCache } from 'lru-cache'
import type { Bus, ChatSign } from '../../platform/bus/index.ts'
import { systemRepeat } from '../../platform/clock.ts'
import type { Repeat } from '../../platform/clock.ts'

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

/** How often a process repeats who is there, and looks for what no message told it. */
const repeatMs = 5_000
/** A process that is gone no longer repeats it. */
const lastsMs = 12_000

/**
 * Creates the hub. It closes sockets whose session ends. Where there are other processes, it tells them what concerns
 * their sockets, and knows for some seconds whose sockets they have.
 */
export function createChatHub(bus: Bus, repeat: Repeat = systemRepeat): ChatHub {
  const places = new Map<bigint, ChatPlace>()
  const elsewhere = createElsewhere()
  const from = randomUUID()
  const tell = (sign: ChatSign) => {
    if (bus.hasOthers) bus.publish('chat', sign)
  }
  const nudgeHere = () => {
    for (const place of places.values()) if (place.isWaiting()) place.refresh()
  }
  const take = (sign: ChatSign) => {
    elsewhere.take(sign)
    if (sign.kind === 'queue') nudgeHere()
    if (sign.kind === 'changed') places.get(sign.customerId)?.refresh()
    if (sign.kind === 'agent-types') places.get(sign.customerId)?.showTyping(sign.isTyping)
    if (sign.kind === 'entered') places.get(sign.customerId)?.close(supportCloseCodes.elsewhere, 'logged in elsewhere')
  }
  const look = () => {
    if (places.size > 0) tell({ kind: 'there', from, customerIds: [...places.keys()] })
    // A message that was lost said that one of these had changed.
    for (const place of places.values()) place.refresh()
  }
  const ends = [
    bus.subscribe('session-revoked', ({ customerId }) => places.get(customerId)?.checkAccess()),
    bus.subscribe('chat', take),
    bus.hasOthers ? repeat(look, repeatMs) : () => undefined,
  ]
  return {
    enter(customerId, place) {
      const former = places.get(customerId)
      places.set(customerId, place)
      if (former !== undefined && former !== place) former.close(supportCloseCodes.elsewhere, 'logged in elsewhere')
      tell({ kind: 'entered', from, customerId })
    },
    leave(customerId, place) {
      if (places.get(customerId) !== place) return
      places.delete(customerId)
      tell({ kind: 'left', from, customerId })
    },
    isThere: (customerId) => places.has(customerId) || elsewhere.has(customerId),
    nudge(customerId) {
      places.get(customerId)?.refresh()
      tell({ kind: 'changed', from, customerId })
    },
    nudgeQueue() {
      nudgeHere()
      tell({ kind: 'queue' })
    },
    showTyping(customerId, isTyping) {
      places.get(customerId)?.showTyping(isTyping)
      tell({ kind: 'agent-types', customerId, isTyping })
    },
    close() {
      for (const end of ends) end()
    },
  }
}

/** The customers whose sockets other processes have, by the process. */
function createElsewhere() {
  const known = new LRUCache<bigint, string>({ max: 50_000, ttl: lastsMs })
  return {
    take(sign: ChatSign): void {
      if (sign.kind === 'entered') known.set(sign.customerId, sign.from)
      // One that entered another process in the meantime is there.
      if (sign.kind === 'left' && known.get(sign.customerId) === sign.from) known.delete(sign.customerId)
      if (sign.kind === 'there') for (const customerId of sign.customerIds) known.set(customerId, sign.from)
    },
    has: (customerId: bigint) => known.has(customerId),
  }
}
