import { createCrowd, networkOf } from '../../platform/rate-limit/index.ts'

/** Fewer than wait for a password altogether by far: a handful of networks must not take all places of everybody else. */
const mostAtOnce = 4

/** Keeps the logins in progress of each network few: verifying a password is slow, and everybody waits in one line for it. */
export interface LoginCrowd {
  /** Takes a place, and answers how to give it back; or null where the network has too many in progress. */
  enter(ip: string): (() => void) | null
}

export function createLoginCrowd(): LoginCrowd {
  const crowd = createCrowd(mostAtOnce)
  return { enter: (ip) => crowd.enter(networkOf(ip)) }
}
