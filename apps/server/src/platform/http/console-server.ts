import { systemStatus, transparencyServiceLevels } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import type { OperatorPrincipal } from '../principal.ts'
import { customerAudience, operatorAudience } from './audience.ts'
import type { Entrance } from './audience.ts'
import { isConsolePath } from './hosts.ts'
import { openServer } from './open-server.ts'
import type { ServerOptions } from './open-server.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { serveOperations } from './serve-operations.ts'
import { serveStaticApp } from './static-app.ts'
import type { StaticApp } from './static-app.ts'

/** The public operations of customers that the console reads. */
const readByConsole: ReadonlySet<string> = new Set([systemStatus.path, transparencyServiceLevels.path])

/** The contents of the console's server and its rules. */
export interface ConsoleServerOptions extends ServerOptions {
  readonly operators: Entrance<OperatorPrincipal>
  /** The console; null where it has not been built. */
  readonly app: StaticApp | null
}

/**
 * Builds the console's server: the operators' API, the console at `/` and the health probes. It has a port of its own,
 * so that customers' networks need not reach it. It does not listen yet.
 */
export async function createConsoleServer(options: ConsoleServerOptions): Promise<FastifyInstance> {
  const { operators, allowedHosts } = options
  const server = await openServer(options, {
    origins: operators.origins,
    serves: (hostHeader, url) => isConsolePath(hostHeader, url, allowedHosts),
  })
  const { app, isBehindTls } = options
  // The console starts no worker and writes no markup: it needs no policy of its own.
  const rules = { app, verifier: null, pictureHosts: [], scriptPolicy: null, embeddedBy: 'same-origin' } as const
  addSecurityHeaders(server, rules, isBehindTls)
  const routes = options.routes.filter(({ operation }) => operation.audience === 'operator')
  serveOperations(server, operatorAudience(operators), { ...options, routes })
  const reads = options.routes.filter(({ operation }) => readByConsole.has(operation.path))
  const visitors = customerAudience({ ...operators, authenticate: () => Promise.resolve(null) })
  serveOperations(server, visitors, { ...options, routes: reads })
  if (app !== null) await serveStaticApp(server, app, '/')
  return server
}
