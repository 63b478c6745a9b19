import { randomUUID } from 'node:crypto'
import { languageOf } from '@candor/api'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { knownFieldsLogger } from '../logger.ts'
import { answerClientError } from './client-errors.ts'
import { compressed } from './compress.ts'
import { dispatch, refused } from './dispatch.ts'
import type { DispatchDependencies, WireAnswer } from './dispatch.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { hostKind, isOriginAllowed } from './origin.ts'
import type { HostKind, OriginRules } from './origin.ts'
import type { Route } from './route.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { serveStaticApps } from './static-app.ts'
import type { StaticApps } from './static-app.ts'
import { fileFieldsOf, uploadReader } from './uploads.ts'
import { header, isFromForeignPage, send, sendFile, wireCallOf } from './wire-call.ts'

const bodyLimitBytes = 1_048_576

/** What the HTTP server serves and by which rules. */
export interface HttpOptions extends Omit<DispatchDependencies, 'callLogger'> {
  readonly routes: readonly Route[]
  readonly version: string
  readonly apps: StaticApps
  readonly origins: OriginRules
  readonly trustedProxies: readonly string[]
  /** Other hosts that the customers' app may fetch pictures from, as origins. */
  readonly pictureHosts?: readonly string[]
  /** Adds routes outside the API contract, such as the sandbox's outbox. */
  addRoutes(server: FastifyInstance): void
  /** The reason for which the server cannot serve customers yet, or null. */
  notReady(): string | null
}

/** Builds the HTTP server: the API of the contract, its documents, the app, and the health probes. It does not listen yet. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url = '/', headers }) => (hostKind(headers.host ?? '') === 'console' ? consoleUrl(url) : url),
    // Calls in progress are finished, idle connections are not waited for.
    forceCloseConnections: 'idle',
  })
  await server.register(cors, { delegator: corsDelegator(options.origins) })
  await server.register(formbody, { bodyLimit: bodyLimitBytes })
  addSecurityHeaders(server, options.apps, options.pictureHosts ?? [])
  addHostRule(server)
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
  callback: (fault: Error | null, options: { origin: boolean; allowedHeaders: string[]; maxAge: number }) => void,
) => void

function corsDelegator(origins: OriginRules): CorsDelegator {
  return (request, callback) => {
    const { origin, host = '' } = request.headers
    callback(null, {
      origin: origin !== undefined && isOriginAllowed(origin, host, origins),
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

/** The console's own host shows it at `/`. */
function consoleUrl(url: string): string {
  return /^\/(console\/|operator\/|api\/|healthz|readyz)/.test(url) ? url : `/console${url}`
}

/** Restricts each host name to what it serves. */
function addHostRule(server: FastifyInstance): void {
  // With a callback: a promise a hook costs more than all of its work.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (servedPaths[hostKind(request.headers.host ?? '')].test(request.url)) done()
    else reply.callNotFound()
  })
}

function addErrors(server: FastifyInstance, options: HttpOptions): void {
  server.setNotFoundHandler((request, reply) =>
    send(reply, { ...refused('not-found', languageOf(request.headers['lang'])), status: 404 }),
  )
  server.setErrorHandler((fault: { statusCode?: number }, request, reply) => {
    const lang = languageOf(request.headers['lang'])
    const status = fault.statusCode ?? 500
    if (status < 500) return send(reply, refused('malformed', lang))
    options.logger.error({ requestId: request.id, err: fault }, 'a request failed')
    return send(reply, { ...refused('system-error', lang, { requestId: request.id }), status: 500 })
  })
}

function addApi(server: FastifyInstance, options: HttpOptions): void {
  const readUpload = uploadReader()
  const dependencies = { ...options, callLogger: knownFieldsLogger(options.logger) }
  // The body stays unread until the gates have passed.
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  for (const route of options.routes) {
    const fileFields = fileFieldsOf(route.operation)
    server.post(`/api/${route.operation.path}`, async (request, reply) => {
      if (isFromForeignPage(request, options.origins))
        return send(reply, refused('foreign-origin', languageOf(request.headers['lang'])))
      const answer = await dispatch(route, wireCallOf(request, fileFields, readUpload), dependencies)
      if (answer.file !== undefined) return sendFile(reply, answer.file)
      return route.operation.access === 'public' && route.operation.readsToken !== true
        ? sendPublic(reply, answer, header(request, 'accept-encoding') ?? '')
        : send(reply, answer)
    })
  }
}

/**
 * Sends a public response, compressed when it is long. Responses about a customer are never compressed: their length
 * would leak what they share with attacker-controlled text.
 */
async function sendPublic(reply: FastifyReply, answer: WireAnswer, acceptEncoding: string): Promise<FastifyReply> {
  const text = JSON.stringify(answer.body)
  const short = await compressed(text, acceptEncoding)
  reply.code(answer.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (short === null) return reply.send(text)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ')
  return reply.header('content-encoding', 'br').header('vary', vary).send(short)
}

function addDocuments(server: FastifyInstance, options: HttpOptions): void {
  const operations = options.routes.map((route) => route.operation)
  const document = JSON.stringify(openApiDocument(operations, options.version))
  const page = docsPage(operations, options.version)
  server.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
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
