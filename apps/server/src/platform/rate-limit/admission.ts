import type { Clock } from '../clock.ts'
import { networkOf } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Limit, RateLimit } from './rate-limit.ts'

/** How many calls are let through: of any kind, and of single paths. Every limit counts by itself. */
export interface CallLimits {
  /** All calls of one network, whoever makes them. */
  readonly network: Limit
  /** All calls of one customer, from wherever. */
  readonly customer: Limit
  /** Calls of one network to a path, by the path under `/api/`. */
  readonly paths: Readonly<Record<string, Limit>>
}

const minuteMs = 60_000

/** Limits of a server that is not told otherwise. A network may be a whole office behind one address. */
export const defaultCallLimits: CallLimits = {
  network: { max: 1_200, windowMs: minuteMs },
  customer: { max: 600, windowMs: minuteMs },
  paths: {
    'captcha/create': { max: 60, windowMs: minuteMs },
    'code/send': { max: 20, windowMs: minuteMs },
    'user/register': { max: 30, windowMs: minuteMs },
    'user/login': { max: 60, windowMs: minuteMs },
  },
}

/** Who calls what. */
export interface Caller {
  readonly ip: string
  readonly customerId: bigint | null
  readonly path: string
}

/** Makes the gate that the dispatcher asks before each call: counts the call and says whether it fits all of its limits. */
export function createAdmission(limits: CallLimits, clock: Clock): (caller: Caller) => boolean {
  const ofNetwork = createRateLimit(limits.network, clock)
  const ofCustomer = createRateLimit(limits.customer, clock)
  const ofPaths = new Map<string, RateLimit>(Object.entries(limits.paths).map(([path, limit]) => [path, createRateLimit(limit, clock)]))
  return ({ ip, customerId, path }) => {
    const network = networkOf(ip)
    if (ofPaths.get(path)?.admit(network) === false) return false
    if (!ofNetwork.admit(network)) return false
    return customerId === null || ofCustomer.admit(String(customerId))
  }
}
