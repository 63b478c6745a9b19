import type { FastifyInstance } from 'fastify'
import { createConsoleServer, createCustomerServer } from '../src/platform/http/servers.ts'
import type { ConsoleServerOptions, CustomerServerOptions } from '../src/platform/http/servers.ts'
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

const open = () => ({
  routes: [],
  app: null,
  trustedProxies: [],
  connections: { total: Infinity, perNetwork: Infinity, arrivalMs: 10_000 },
  isBehindTls: false,
  allowedHosts: [],
  readiness: () => Promise.resolve({ isReady: true, reasons: [] }),
  logger: createLogger({ level: 'silent', role: 'test' }),
  metrics: createMetrics(),
  nowMs: () => 0,
  networkTag: () => 'a network',
})

/** The customers' server without an app, whose gates admit every call, unless the options say otherwise. */
export function openHttpServer(options: Partial<CustomerServerOptions>): Promise<FastifyInstance> {
  return createCustomerServer({
    ...open(),
    customers: openEntrance,
    version: '0.0.0',
    addRoutes: () => undefined,
    ...options,
  })
}

/** The console's server, as open as the customers'. */
export function openConsoleServer(options: Partial<ConsoleServerOptions>): Promise<FastifyInstance> {
  return createConsoleServer({ ...open(), operators: openEntrance, ...options })
}
