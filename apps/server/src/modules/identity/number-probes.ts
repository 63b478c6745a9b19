import { dayMs } from '@candor/formulas'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { createRateLimit, siteOf } from '../../platform/rate-limit/index.ts'
import type { LimitShare } from '../../platform/rate-limit/index.ts'

const mostADay = 10
const rememberedNumbers = 50_000

/**
 * Bounds how many registered mobile numbers a network can find. A number has no proof of possession, so that its owner,
 * who must learn that it is registered, looks like a stranger who tries numbers.
 */
export interface NumberProbes {
  /** Whether a network may learn whether this number is registered. Asked before the number is looked up. */
  mayLearn(ip: string, mobile: string): boolean
  /** Counts a number that turned out to be registered, once: told again, it teaches nothing. */
  learned(ip: string, mobile: string): void
}

/** Makes the bound: ten numbers a day. Calls of a network in progress at once may exceed it by their number. */
export function createNumberProbes(clock: Clock, limitShare: LimitShare | null = null): NumberProbes {
  const sharing = limitShare && { share: limitShare, name: 'registered numbers' }
  const found = createRateLimit({ max: mostADay, windowMs: dayMs }, clock, { sharing })
  const known = new LRUCache<string, true>({ max: rememberedNumbers })
  const pairOf = (ip: string, mobile: string) => `${siteOf(ip)} ${mobile}`
  return {
    mayLearn: (ip, mobile) => known.has(pairOf(ip, mobile)) || found.hasRoom(siteOf(ip)),
    learned(ip, mobile) {
      const pair = pairOf(ip, mobile)
      if (!known.has(pair)) found.count(siteOf(ip))
      known.set(pair, true)
    },
  }
}
