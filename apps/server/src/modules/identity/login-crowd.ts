import { createNetworkCrowd } from '../../platform/rate-limit/index.ts'

/** Far below the size of the whole queue: a handful of networks must not take everyone's slots. */
const mostAtOnce = 4

/** Caps the logins in progress per network: verifying a password is slow, and all logins share one queue. */
export interface LoginCrowd {
  /** Takes a slot and returns a function that releases it; null when the network has too many in progress. */
  enter(ip: string): (() => void) | null
}

export function createLoginCrowd(): LoginCrowd {
  return createNetworkCrowd(mostAtOnce)
}
