import type { FastifyInstance } from 'fastify'
import { isProbe } from './hosts.ts'
import { openServer } from './open-server.ts'
import type { ServerOptions } from './open-server.ts'
import { addSecurityHeaders } from './security-headers.ts'

/**
 * Builds the server of a process that serves no calls: health probes alone, and the sockets that are attached to it. It
 * does not listen yet.
 */
export async function createProbeServer(options: Omit<ServerOptions, 'routes'>): Promise<FastifyInstance> {
  const server = await openServer(
    { ...options, routes: [] },
    { origins: { allowedOrigins: [], allowLocalOrigins: false }, serves: (_host, url) => isProbe(url) },
  )
  const rules = { app: null, verifier: null, pictureHosts: [], scriptPolicy: null, embeddedBy: 'same-origin' } as const
  addSecurityHeaders(server, rules, options.isBehindTls)
  return server
}
