import { Agent, createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { languageOf } from '@candor/api'
import { createProxyServer } from 'httpxy'
import type { ProxyServer } from 'httpxy'
import { usualFormBytes } from '../../../server/src/platform/http/bodies.ts'
import { respondToClientError } from '../../../server/src/platform/http/client-errors.ts'
import { acceptBacklog, limitConnections } from '../../../server/src/platform/http/connections.ts'
import { refused } from '../../../server/src/platform/http/dispatch.ts'
import { unknownLogin } from '../../../server/src/platform/http/wire-call.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { cellCookie, operationOf } from './front-model.ts'
import type { Choice } from './front-model.ts'
import { bodyBytes, createForwarding, headerOf, isOverTls, readBody } from './requests.ts'
import type { ForwardingRules } from './requests.ts'

/** Chooses the cells of requests. */
export interface Cells {
  /** The address of a cell's server: `http://127.0.0.1:8181`. */
  addressOf(cell: number): string
  /** Throws where the cell cannot be found, because one is away. */
  choose(request: AskedRequest): Promise<Choice & { readonly isOfLogin: boolean }>
  /** The cell of a socket, whose token comes in a message. */
  chooseSocket(cookies: string | undefined): number
  /** The cell where a login is after another one has refused it; null where it is nowhere else. */
  findAgain(token: string, network: string, refusing: number): Promise<number | null>
  /** A cell did not respond. */
  noteAway(cell: number): void
}

/** A request as far as the choice of its cell depends on it. The body is that of a small form, else null. */
export interface AskedRequest {
  readonly url: string
  readonly token: string | null
  readonly cookies: string | undefined
  readonly contentType: string
  readonly body: Buffer | null
  readonly network: string
}

export interface FrontServerOptions extends ForwardingRules {
  readonly port: number
  readonly host: string
  readonly cells: Cells
  readonly connections: { readonly total: number; readonly perNetwork: number }
  readonly logger: Logger
}

/** A running front. */
export interface FrontServer {
  readonly port: number
  stop(): Promise<void>
}

const headersMs = 10_000
const longestArrivalMs = 60_000
const longestResponseMs = 60_000
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** A request that a cell is working on. */
interface Passed {
  readonly cell: number
  readonly token: string | null
  readonly body: Buffer | null
  readonly network: string
  /** Whether another cell may have the login: it was found, and the call was not repeated yet. */
  readonly mayHaveMoved: boolean
  readonly cookie: string | null
}

/**
 * Starts the front: a proxy before the servers of all cells, at one address. It holds no keys, reads no form but those
 * that name a customer, and keeps no more of a body than a small form.
 */
export async function startFrontServer(options: FrontServerOptions): Promise<FrontServer> {
  const { cells, connections, logger, trustedProxies } = options
  const agent = new Agent({ keepAlive: true })
  const proxy = createProxyServer({ agent, selfHandleResponse: true, proxyTimeout: longestResponseMs })
  const passed = new WeakMap<IncomingMessage, Passed>()
  const forward = createForwarding(options)
  const pass = passTo({ cells, proxy, passed, logger })

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/' } = request
    if (url === '/livez') return void response.end('ok\n')
    const network = forward(request)
    const isCall = operationOf(url) !== null
    // Tokens of the chat are no logins.
    const token = isCall ? headerOf(request, 'token') : null
    const body = isCall && bodyBytes(request) <= usualFormBytes ? await readBody(request) : null
    const contentType = request.headers['content-type'] ?? ''
    const asked = { url, token, cookies: request.headers.cookie, contentType, body, network }
    const { cell, isKept, isOfLogin } = await cells.choose(asked)
    const cookie = isKept ? cellCookie(cell, request.headers.host ?? '', isOverTls(request)) : null
    pass(request, response, { cell, token, body, network, mayHaveMoved: isOfLogin, cookie })
  }

  proxy.on('proxyRes', (fromCell, request, response) => {
    const call = passed.get(request)
    if (call === undefined) return
    respond({ cells, pass }, { request, response, fromCell }, call).catch((error: unknown) => {
      logger.warn({ err: error, cell: call.cell }, 'the response of a cell was cut off')
      refuseAway(request, response)
    })
  })
  proxy.on('error', (error, request, response) => {
    const call = request === undefined ? undefined : passed.get(request)
    if (call !== undefined && isUnreachable(error)) cells.noteAway(call.cell)
    logger.warn({ err: error, cell: call?.cell, path: pathOf(request) }, 'a cell did not respond')
    if (response instanceof Socket) refuseSocket(response)
    else if (request !== undefined && response !== undefined) refuseAway(request, response)
  })
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      logger.warn({ err: error, path: pathOf(request) }, 'the cell of a request was not found')
      refuseAway(request, response)
    })
  })
  const sockets = passSockets(server, (request, socket, head) => {
    forward(request)
    const cell = cells.chooseSocket(request.headers.cookie)
    passed.set(request, { cell, token: null, body: null, network: '', mayHaveMoved: false, cookie: null })
    proxy.ws(request, socket, { target: cells.addressOf(cell) }, head).catch(noteLost(logger))
  })
  server.headersTimeout = headersMs
  server.requestTimeout = longestArrivalMs
  server.on('clientError', respondToClientError)
  limitConnections(server, { ...connections, arrivalMs: longestArrivalMs }, trustedProxies)
  const port = await listen(server, options)
  return {
    port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      server.closeIdleConnections()
      await closed
      agent.destroy()
    },
  }
}

type Pass = (request: IncomingMessage, response: ServerResponse, call: Passed) => void

function passTo({
  cells,
  proxy,
  passed,
  logger,
}: {
  readonly cells: Cells
  readonly proxy: ProxyServer
  readonly passed: WeakMap<IncomingMessage, Passed>
  readonly logger: Logger
}): Pass {
  return (request, response, call) => {
    passed.set(request, call)
    const { body } = call
    const kept = body === null ? {} : { buffer: Readable.from(body.length === 0 ? [] : body) }
    const options = { target: cells.addressOf(call.cell), ...kept }
    proxy.web(request, response, options).catch(noteLost(logger))
  }
}

/** Handles a connection to the caller that was lost: nobody is left to tell. */
function noteLost(logger: Logger): (error: unknown) => void {
  return (error) => logger.debug({ err: error }, 'a caller has gone')
}

interface Responding {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fromCell: IncomingMessage
}

/** Sends a cell's response, unless it refuses a login that has moved to another one: then that one is asked, once. */
async function respond(
  { cells, pass }: { readonly cells: Cells; readonly pass: Pass },
  { request, response, fromCell }: Responding,
  call: Passed,
): Promise<void> {
  const { token, body, network } = call
  if (refusesLogin(fromCell) && token !== null && call.mayHaveMoved) {
    // Waits for the search. Its few bytes stay in the stream.
    const cell = await cells.findAgain(token, network, call.cell)
    if (cell !== null) {
      fromCell.resume()
      // What was too long to keep is for the caller to repeat, who must not be logged out by this.
      if (body === null) return refuseAway(request, response)
      // Both passes listen for its end.
      response.setMaxListeners(2 * response.getMaxListeners())
      const cookie = cellCookie(cell, request.headers.host ?? '', isOverTls(request))
      return pass(request, response, { ...call, cell, cookie, mayHaveMoved: false })
    }
  }
  const headers = Object.entries(fromCell.headers).filter(([name]) => !hopByHop.has(name))
  // Files of the app may be cached by others on the way, and a cookie is nobody else's.
  const isOwn = operationOf(request.url ?? '') !== null || fromCell.headers['content-type']?.startsWith('text/html')
  const cookies = [...(fromCell.headers['set-cookie'] ?? []), ...(isOwn && call.cookie !== null ? [call.cookie] : [])]
  response.writeHead(fromCell.statusCode ?? 502, {
    ...Object.fromEntries(headers),
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
  })
  await pipeline(fromCell, response)
}

/**
 * Whether a token is not valid in the cell, and nothing was done: HTTP 408 in every response of a cell, or what a
 * visitor reads.
 */
function refusesLogin({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 408 || headers[unknownLogin.name] === unknownLogin.value
}

/** Whether nothing of a request has reached the cell. A connection that was lost later says nothing about the next. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND)$/.test(String(error.code))
  )
}

/** The refusal of what a cell that is away would have served. */
function refuseAway(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { body } = refused('system-timeout', languageOf(request.headers['lang']))
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  // What is left of a long body is not read.
  if (!request.complete) response.shouldKeepAlive = false
  response.end(JSON.stringify(body))
}

function refuseSocket(socket: Duplex): void {
  if (socket.writable) socket.write('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
}

/** Passes upgrades on. Returns the open sockets. */
function passSockets(
  server: Server,
  take: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('upgrade', (request, stream, head) => {
    if (!(stream instanceof Socket)) return void stream.destroy()
    stream.on('error', () => stream.destroy())
    open.add(stream)
    stream.once('close', () => open.delete(stream))
    take(request, stream, head)
  })
  return open
}

/** Without its query, which may be private. */
function pathOf(request: IncomingMessage | undefined): string | undefined {
  return request?.url?.split('?')[0]
}

async function listen(server: Server, { port, host }: FrontServerOptions): Promise<number> {
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ port, host, backlog: acceptBacklog }, resolve),
  )
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}
