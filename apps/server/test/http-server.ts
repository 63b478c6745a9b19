import type { FastifyInstance } from 'fastify'
import { createHttpServer } from '../src/platform/http/index.ts'
import type { HttpOptions } from '../src/platform/http/index.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import type { Principal } from '../src/platform/principal.ts'

/** The entrance of an audience that admits every call and knows no session. */
export const openEntrance = {
  authenticate: async () => null,
  admission: { enterNetwork: () => () => undefined, admitNetwork: () => true, admitCaller: () => true },
  origins: { allowedOrigins: [], allowLocalOrigins: true },
}

/** A verified customer, as the session names them and as `user/info` shows them. */
export const principal: Principal = { customerId: 1n, sessionId: 1n, isEnabled: true, kycState: 'verified' }
export const shownUser = {
  id: '1',
  mobile: null,
  email: null,
  inviteCode: 'A',
  kycState: 'verified',
  isEnabled: true,
  createdMs: 1,
  avatar: null,
  passwordChangedMs: null,
} as const

/** An HTTP server without apps whose gates admit every call, unless the options say otherwise. */
export function openHttpServer(options: Partial<HttpOptions>): Promise<FastifyInstance> {
  return createHttpServer({
    routes: [],
    customers: openEntrance,
    operators: openEntrance,
    version: '0.0.0',
    apps: { h5: null, console: null },
    trustedProxies: [],
    connections: { total: Infinity, perNetwork: Infinity, arrivalMs: 10_000 },
    addRoutes: () => undefined,
    notReady: () => null,
    logger: createLogger({ level: 'silent', role: 'test' }),
    metrics: createMetrics(),
    nowMs: () => 0,
    networkTag: () => 'a network',
    ...options,
  })
}
