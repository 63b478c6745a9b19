import type { Clock } from '../clock.ts'
import { createCrowd } from './crowd.ts'
import type { Crowd } from './crowd.ts'
import { networksOf } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Limit, RateLimit, Sharing } from './rate-limit.ts'

/** Makes a limit by address that counts every network of it, the wider ones with more room. */
export function createNetworkRateLimit(
  limit: Limit,
  clock: Clock,
  sharing: Sharing | null = null,
): Pick<RateLimit, 'admit'> {
  // Each width remembers keys of its own: many narrow networks must not push the wide one out of memory.
  const limitOf = byRoom((room) =>
    createRateLimit({ ...limit, max: limit.max * room }, clock, {
      sharing: sharing && { ...sharing, name: `${sharing.name} ${room}` },
    }),
  )
  return {
    // The narrowest first: a network beyond its own limit does not use up the room of those around it.
    admit: (ip) => networksOf(ip).every(({ name, room }) => limitOf(room).admit(name)),
  }
}

/** Makes a crowd by address that counts every network of it, the wider ones with more room. */
export function createNetworkCrowd(mostAtOnce: number): Crowd {
  const crowdOf = byRoom((room) => createCrowd(mostAtOnce * room))
  return {
    enter(ip) {
      const entered: (() => void)[] = []
      const leave = () => {
        for (const each of entered) each()
      }
      for (const { name, room } of networksOf(ip)) {
        const left = crowdOf(room).enter(name)
        if (left === null) {
          leave()
          return null
        }
        entered.push(left)
      }
      return leave
    },
  }
}

function byRoom<T>(make: (room: number) => T): (room: number) => T {
  const made = new Map<number, T>()
  return (room) => {
    const known = made.get(room) ?? make(room)
    made.set(room, known)
    return known
  }
}
