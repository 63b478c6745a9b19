import { randomUUID } from 'node:crypto'
import { languageOf } from '@candor/api'
import cors from '@fastify/cors'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addBodyParsers, usualFormBytes } from './bodies.ts'
import { respondToClientError } from './client-errors.ts'
import { limitConnections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'
import { refused } from './dispatch.ts'
import type { DispatchDependencies } from './dispatch.ts'
import { dropLongBody, limitArrival } from './door.ts'
import { isOriginAllowed } from './origin.ts'
import type { OriginRules } from './origin.ts'
import type { Route } from './route.ts'
import { send } from './wire-call.ts'

/** A form with files may take this long. Everything else has `limitArrival`. */
const longestArrivalMs = 60_000
const headersMs = 10_000
const arrivalCheckedEveryMs = 2_000

/** Whether a process can do its work, as its probe tells a balancer, with a sentence for each fault. */
export interface Readiness {
  readonly isReady: boolean
  readonly reasons: readonly string[]
}

/** What the customers' server and the console's have in common. */
export interface ServerOptions extends DispatchDependencies {
  /** The operations of both audiences. A server serves those of its own. */
  readonly routes: readonly Route[]
  readonly trustedProxies: readonly string[]
  readonly connections: ConnectionLimits
  /** Whether every response reaches its browser by TLS, which a proxy in front speaks. */
  readonly isBehindTls: boolean
  /** Host names that are served. */
  readonly allowedHosts: readonly string[]
  /** Whether the server can serve customers now. */
  readiness(): Promise<Readiness>
}

/** The pages that may call a server, and its paths. */
export interface ServerRules {
  readonly origins: OriginRules
  /** Whether a path is served at a host. */
  serves(hostHeader: string, url: string): boolean
}

/** Opens a server with its limits, host rule, errors and health probes, and no operations yet. It does not listen. */
export async function openServer(options: ServerOptions, rules: ServerRules): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: usualFormBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestTimeout: longestArrivalMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: arrivalCheckedEveryMs },
    clientErrorHandler: respondToClientError,
    // Closing waits for calls in progress and drops idle connections.
    forceCloseConnections: 'idle',
  })
  await server.register(cors, { delegator: corsDelegator(rules.origins) })
  await addBodyParsers(server)
  limitConnections(server.server, options.connections, options.trustedProxies)
  addHostRule(server, rules, options.connections)
  addErrors(server, options)
  addProbes(server, options)
  return server
}

type CorsDelegator = (
  request: FastifyRequest,
  callback: (
    error: Error | null,
    options: { origin: boolean; credentials: boolean; allowedHeaders: string[]; maxAge: number },
  ) => void,
) => void

function corsDelegator(origins: OriginRules): CorsDelegator {
  return (request, callback) => {
    const { origin, host = '' } = request.headers
    callback(null, {
      origin: origin !== undefined && isOriginAllowed(origin, host, origins),
      // For the cookie of known devices. It authenticates nothing: tokens come in a header.
      credentials: true,
      allowedHeaders: ['content-type', 'token', 'lang'],
      maxAge: 600,
    })
  }
}

/** Limits each host name to the paths it serves. */
function addHostRule(server: FastifyInstance, { serves }: ServerRules, { arrivalMs }: ConnectionLimits): void {
  // With a callback: a promise per hook costs more than the whole hook.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    limitArrival(request, reply, arrivalMs)
    dropLongBody(request, reply)
    // Not left to the handler of unknown paths, which is called when the body has been read.
    if (!request.is404 && serves(request.headers.host ?? '', request.url)) done()
    else void sendNotFound(request, reply)
  })
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, { ...refused('not-found', languageOf(request.headers['lang'])), status: 404 })
}

function addErrors(server: FastifyInstance, options: ServerOptions): void {
  server.setNotFoundHandler(sendNotFound)
  server.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const lang = languageOf(request.headers['lang'])
    const status = error.statusCode ?? 500
    if (status < 500) return send(reply, refused('malformed', lang))
    options.logger.error({ requestId: request.id, err: error }, 'a request failed')
    return send(reply, { ...refused('system-error', lang, { requestId: request.id }), status: 500 })
  })
}

function addProbes(server: FastifyInstance, options: ServerOptions): void {
  // `/healthz` is the older name of `/livez`.
  for (const path of ['/livez', '/healthz'])
    server.get(path, (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok\n'))
  server.get('/readyz', async (_request, reply) => {
    const { isReady, reasons } = await options.readiness()
    return reply
      .code(isReady ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send([isReady ? 'ready' : 'not ready', ...reasons, ''].join('\n'))
  })
}
