import type { Clock } from '../clock.ts'
import { createCrowd } from './crowd.ts'
import { networkOf } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Limit, RateLimit } from './rate-limit.ts'

/** How many calls are let through: of any kind, and of single paths. Every limit counts by itself. */
export interface CallLimits {
  /** All calls of one network, whoever makes them. */
  readonly network: Limit
  /** Calls of one network in progress at the same time. */
  readonly networkAtOnce: number
  /** All calls of one customer, from wherever. */
  readonly customer: Limit
  /** Calls of one network to a path, by the path under `/api/`; an operator's by its whole path. */
  readonly paths: Readonly<Record<string, Limit>>
}

const minuteMs = 60_000

/** What logging in on a socket is called where calls are limited. */
export const socketAuthPath = 'ws/auth'

/** What logging in to customer service, and photos of it, are called where calls are limited. */
export const chatPaths = { login: 'chat/login', photo: 'chat/photo' } as const

/** Limits of a server that is not told otherwise. A network may be a whole office behind one address. */
export const defaultCallLimits: CallLimits = {
  network: { max: 1_200, windowMs: minuteMs },
  // What the limit of a minute allows in a second. It is reached where the server is slow, and then leaves room for others.
  networkAtOnce: 20,
  customer: { max: 600, windowMs: minuteMs },
  paths: {
    'captcha/create': { max: 60, windowMs: minuteMs },
    'code/send': { max: 20, windowMs: minuteMs },
    'user/register': { max: 30, windowMs: minuteMs },
    'user/login': { max: 60, windowMs: minuteMs },
    'user/password_forgot': { max: 30, windowMs: minuteMs },
    'user/recover': { max: 10, windowMs: minuteMs },
    'security/login_password': { max: 30, windowMs: minuteMs },
    'operator/login': { max: 30, windowMs: minuteMs },
    'user/avatar': { max: 20, windowMs: minuteMs },
    [socketAuthPath]: { max: 300, windowMs: minuteMs },
    [chatPaths.login]: { max: 60, windowMs: minuteMs },
    [chatPaths.photo]: { max: 240, windowMs: minuteMs },
  },
}

/** The gates that a call passes: its network's before anything is looked up, its customer's once the token is known. */
export interface Admission {
  /** Takes a place for a call of a network, and answers how to give it back; null where the network has too many in progress. */
  enterNetwork(ip: string): (() => void) | null
  /** Counts a call of a network to a path (as the contract names it), and says whether it fits. */
  admitNetwork(ip: string, path: string): boolean
  /** Counts a call of a customer, from wherever, and says whether it fits. */
  admitCustomer(customerId: bigint): boolean
}

/** Makes the gates that the dispatcher and the sockets ask before each call. */
export function createAdmission(limits: CallLimits, clock: Clock): Admission {
  const ofNetwork = createRateLimit(limits.network, clock)
  const ofCustomer = createRateLimit(limits.customer, clock)
  const ofPaths = new Map<string, RateLimit>(
    Object.entries(limits.paths).map(([path, limit]) => [path, createRateLimit(limit, clock)]),
  )
  const inProgress = createCrowd(limits.networkAtOnce)
  return {
    enterNetwork: (ip) => inProgress.enter(networkOf(ip)),
    admitNetwork(ip, path) {
      const network = networkOf(ip)
      return ofPaths.get(path)?.admit(network) !== false && ofNetwork.admit(network)
    },
    admitCustomer: (customerId) => ofCustomer.admit(String(customerId)),
  }
}
