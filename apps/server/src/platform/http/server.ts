import { randomUUID } from 'node:crypto'
import { languageOf } from '@candor/api'
import cors from '@fastify/cors'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorPrincipal, Principal } from '../principal.ts'
import { documentsPath } from '../rate-limit/index.ts'
import { customerAudience, operatorAudience } from './audience.ts'
import type { Audience, Entrance } from './audience.ts'
import { addBodyParsers, usualFormBytes } from './bodies.ts'
import { respondToClientError } from './client-errors.ts'
import { compressed } from './compress.ts'
import { limitConnections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'
import { createDispatch, refused } from './dispatch.ts'
import type { DispatchDependencies, WireResponse } from './dispatch.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { door, doorOf, limitArrival } from './door.ts'
import { openApiDocument } from './openapi.ts'
import { hostKind, isOriginAllowed } from './origin.ts'
import type { HostKind, OriginRules } from './origin.ts'
import type { Route } from './route.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { serveStaticApps } from './static-app.ts'
import type { StaticApps } from './static-app.ts'
import { fileFieldsOf, uploadReader } from './uploads.ts'
import { arrivalOf, header, send, sendFile, wireCallOf } from './wire-call.ts'

/** A form with files may take this long. Everything else has `limitArrival`. */
const longestArrivalMs = 60_000
const headersMs = 10_000
const arrivalCheckedEveryMs = 2_000

/** The contents of the HTTP server and its rules. */
export interface HttpOptions extends DispatchDependencies {
  /** The operations of both audiences. */
  readonly routes: readonly Route[]
  readonly customers: Entrance<Principal>
  readonly operators: Entrance<OperatorPrincipal>
  readonly version: string
  readonly apps: StaticApps
  readonly trustedProxies: readonly string[]
  readonly connections: ConnectionLimits
  /** Origins of other hosts from which the customers' app may load pictures. */
  readonly pictureHosts?: readonly string[]
  /** Adds endpoints outside the API, such as the sandbox's outbox. */
  addRoutes(server: FastifyInstance): void
  /** The reason for which the server cannot serve customers yet, or null. */
  notReady(): string | null
}

/** Builds the HTTP server: the API, its documents, the apps and the health probes. It does not listen yet. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: usualFormBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestTimeout: longestArrivalMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: arrivalCheckedEveryMs },
    clientErrorHandler: respondToClientError,
    rewriteUrl: ({ url = '/', headers }) => (hostKind(headers.host ?? '') === 'console' ? consoleUrl(url) : url),
    // Closing waits for calls in progress and drops idle connections.
    forceCloseConnections: 'idle',
  })
  await server.register(cors, { delegator: corsDelegator(options.customers.origins) })
  await addBodyParsers(server)
  limitConnections(server.server, options.connections, options.trustedProxies)
  addSecurityHeaders(server, options.apps, options.pictureHosts ?? [])
  addHostRule(server, options.connections)
  addErrors(server, options)
  addApi(server, options)
  addDocuments(server, options)
  addProbes(server, options)
  options.addRoutes(server)
  await serveStaticApps(server, options.apps)
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

const servedPaths: Record<HostKind, RegExp> = {
  all: /^\//,
  app: /^\/($|h5($|\/|\?)|ws($|\?)|healthz|readyz|sandbox\/)/,
  api: /^\/(api\/|ws($|\?)|healthz|readyz|sandbox\/)/,
  support: /^\/(chat\/|healthz|readyz)/,
  console: /^\/(console\/|operator\/|api\/system\/status$|healthz|readyz)/,
}

/** The console's own host serves it at `/`. */
function consoleUrl(url: string): string {
  return /^\/(console\/|operator\/|api\/|healthz|readyz)/.test(url) ? url : `/console${url}`
}

/** Limits each host name to the paths it serves. */
function addHostRule(server: FastifyInstance, { arrivalMs }: ConnectionLimits): void {
  // With a callback: a promise per hook costs more than the whole hook.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    limitArrival(request, reply, arrivalMs)
    // Not left to the handler of unknown paths, which is called when the body has been read.
    if (!request.is404 && servedPaths[hostKind(request.headers.host ?? '')].test(request.url)) done()
    else void sendNotFound(request, reply)
  })
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, { ...refused('not-found', languageOf(request.headers['lang'])), status: 404 })
}

function addErrors(server: FastifyInstance, options: HttpOptions): void {
  server.setNotFoundHandler(sendNotFound)
  server.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const lang = languageOf(request.headers['lang'])
    const status = error.statusCode ?? 500
    if (status < 500) return send(reply, refused('malformed', lang))
    options.logger.error({ requestId: request.id, err: error }, 'a request failed')
    return send(reply, { ...refused('system-error', lang, { requestId: request.id }), status: 500 })
  })
}

function addApi(server: FastifyInstance, options: HttpOptions): void {
  addAudience(server, customerAudience(options.customers), options)
  addAudience(server, operatorAudience(options.operators), options)
}

/** Serves the operations of an audience. */
function addAudience<Caller>(server: FastifyInstance, audience: Audience<Caller>, options: HttpOptions): void {
  const dispatch = createDispatch(audience, options)
  const readUpload = uploadReader()
  const loginPath = `${audience.prefix}${audience.login}`
  for (const route of options.routes.filter(({ operation }) => operation.audience === audience.name)) {
    const { path, access, readsToken, maxFormBytes = usualFormBytes } = route.operation
    const reading = { loginPath, fileFields: fileFieldsOf(route.operation), readUpload }
    const isSameForAll = access === 'public' && readsToken !== true
    const onRequest = door(
      (request) => dispatch.admit(route, arrivalOf(request, audience.origins)),
      (refusal, _request, reply) => send(reply, refusal),
    )
    const config = { takesFiles: reading.fileFields.length > 0 }
    server.post(`${audience.prefix}${path}`, { onRequest, config, bodyLimit: maxFormBytes }, async (request, reply) => {
      const response = await dispatch.serve(route, wireCallOf(request, reply, reading))
      if (response.file !== undefined) return sendFile(reply, response.file)
      return isSameForAll
        ? sendPublic(reply, response, header(request, 'accept-encoding') ?? '')
        : send(reply, response)
    })
  }
}

/**
 * Sends a response that is the same for every caller, compressed where it is long. Responses about a customer are never
 * compressed: their length would reveal text that they share with input which an attacker chose.
 */
async function sendPublic(reply: FastifyReply, response: WireResponse, acceptEncoding: string): Promise<FastifyReply> {
  const text = JSON.stringify(response.body)
  const short = await compressed(text, acceptEncoding)
  reply.code(response.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (short === null) return reply.send(text)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ')
  return reply.header('content-encoding', 'br').header('vary', vary).send(short)
}

function addDocuments(server: FastifyInstance, options: HttpOptions): void {
  const operations = options.routes.flatMap(({ operation }) => (operation.audience === 'customer' ? [operation] : []))
  const document = JSON.stringify(openApiDocument(operations, options.version))
  const page = docsPage(operations, options.version)
  const onRequest = doorOf({ ...options.customers, path: documentsPath }, (refusal, request, reply) =>
    send(reply, refused(refusal, languageOf(request.headers['lang']))),
  )
  const serve = (path: string, type: string, text: string) =>
    server.get(path, { onRequest }, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text))
  serve('/api/openapi.json', 'application/json', document)
  serve('/api/docs', 'text/html', page)
  serve('/api/docs.css', 'text/css', docsStyle)
}

function addProbes(server: FastifyInstance, options: HttpOptions): void {
  server.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok\n'))
  server.get('/readyz', (_request, reply) => {
    const reason = options.notReady()
    return reply
      .code(reason === null ? 200 : 503)
      .type('text/plain')
      .send(`${reason ?? 'ready'}\n`)
  })
}
