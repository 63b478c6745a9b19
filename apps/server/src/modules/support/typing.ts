import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'

/** How long a sign of typing is worth. */
const lastsMs = 6_000

/** Which customers are typing, in any process. In memory only: lost on a restart. */
export interface Typing {
  set(who: bigint, isTyping: boolean): void
  is(who: bigint): boolean
}

export function createTyping(clock: Clock, bus: Bus): Typing {
  const untilMs = new Map<bigint, number>()
  const set = (who: bigint, isTyping: boolean) => {
    if (isTyping) untilMs.set(who, clock.nowMs() + lastsMs)
    else untilMs.delete(who)
  }
  bus.subscribe('chat', (sign) => {
    if (sign.kind === 'customer-types') set(sign.customerId, sign.isTyping)
  })
  return {
    set(who, isTyping) {
      set(who, isTyping)
      if (bus.hasOthers) bus.publish('chat', { kind: 'customer-types', customerId: who, isTyping })
    },
    is(who) {
      const until = untilMs.get(who)
      if (until === undefined) return false
      if (until > clock.nowMs()) return true
      untilMs.delete(who)
      return false
    },
  }
}
