import type { Clock } from '../clock.ts'
import { createNetworkCrowd, createNetworkRateLimit } from './network-limits.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Limit, Sharing } from './rate-limit.ts'

/** The rate limits of calls: overall, and for single paths. Each limit counts separately. */
export interface CallLimits {
  /** All calls of one network. */
  readonly network: Limit
  /**
   * Public log files that one network loads. They are no calls: an auditor leaves the customers beside it their share.
   */
  readonly logFiles: Limit
  /** Calls of one network in progress at the same time. */
  readonly networkAtOnce: number
  /** Connections of one network, sockets included. */
  readonly networkConnections: number
  /** All calls of one customer, from any network. */
  readonly customer: Limit
  /** Calls of one network to a path, by the path under `/api/`; an operator's by its whole path. */
  readonly paths: Readonly<Record<string, Limit>>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The rate-limited path name of logging in on a socket. */
export const socketAuthPath = 'ws/auth'

/** The rate-limited path names of customer service's login and photos. */
export const chatPaths = { login: 'chat/login', photo: 'chat/photo' } as const

/** The rate-limited path name of the API's documents. */
export const documentsPath = 'documents'

/**
 * Default limits. A network may be a whole office behind one address; wider IPv6 networks get 4 and 16 times as much.
 */
export const defaultCallLimits: CallLimits = {
  network: { max: 1_200, windowMs: minuteMs },
  // A week of logs is 18,900 files, which an auditor loads within four minutes.
  logFiles: { max: 4_800, windowMs: minuteMs },
  // A second's share of the limit per minute. It is reached when the server is slow, and then leaves room for others.
  networkAtOnce: 20,
  networkConnections: 400,
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
    // A visitor needs one conversation: an office of visitors begins ten an hour.
    'support/visit_begin': { max: 10, windowMs: hourMs },
    'support/visit': { max: 300, windowMs: minuteMs },
    'support/visit_send': { max: 60, windowMs: minuteMs },
    'user/avatar': { max: 20, windowMs: minuteMs },
    [documentsPath]: { max: 60, windowMs: minuteMs },
    [socketAuthPath]: { max: 300, windowMs: minuteMs },
    [chatPaths.login]: { max: 60, windowMs: minuteMs },
    [chatPaths.photo]: { max: 240, windowMs: minuteMs },
  },
}

/** The rate-limit gates of a call: its network's before any lookup, its customer's once the token is known. */
export interface Admission {
  /**
   * Takes a slot for a network's call and returns a function that releases it; null when the network has too many calls
   * in progress.
   */
  enterNetwork(ip: string): (() => void) | null
  /** Counts a network's call to a path (as the API names it), and returns whether it is within the limit. */
  admitNetwork(ip: string, path: string): boolean
  /** Counts a customer's call from any network, and returns whether it is within the limit. */
  admitCaller(callerId: bigint): boolean
}

/**
 * Creates the gates that the dispatcher and the sockets check before each call. With `sharing`, rates count the calls
 * of all processes; calls in progress are each process's own.
 */
export function createAdmission(limits: CallLimits, clock: Clock, sharing: Sharing | null = null): Admission {
  const named = (part: string) => sharing && { ...sharing, name: `${sharing.name} ${part}` }
  const ofNetwork = createNetworkRateLimit(limits.network, clock, named('network'))
  const ofCustomer = createRateLimit(limits.customer, clock, { sharing: named('caller') })
  const ofPaths = new Map(
    Object.entries(limits.paths).map(([path, limit]) => [path, createNetworkRateLimit(limit, clock, named(path))]),
  )
  const inProgress = createNetworkCrowd(limits.networkAtOnce)
  return {
    enterNetwork: inProgress.enter,
    admitNetwork: (ip, path) => ofPaths.get(path)?.admit(ip) !== false && ofNetwork.admit(ip),
    admitCaller: (customerId) => ofCustomer.admit(String(customerId)),
  }
}
