import type { Clock } from '../../platform/clock.ts'

/** How long a sign of typing is worth. */
const lastsMs = 6_000

/** Who is typing. In memory only: lost on a restart. */
export interface Typing {
  set(who: bigint, isTyping: boolean): void
  is(who: bigint): boolean
}

export function createTyping(clock: Clock): Typing {
  const untilMs = new Map<bigint, number>()
  return {
    set(who, isTyping) {
      if (isTyping) untilMs.set(who, clock.nowMs() + lastsMs)
      else untilMs.delete(who)
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
