import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RawData, WebSocket } from 'ws'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { hostKind, isCustomerHost, isOriginAllowed } from '../http/index.ts'
import type { HostKind, OriginRules } from '../http/index.ts'
import { createNetworkCrowd } from '../rate-limit/index.ts'

/** A peer with more unsent bytes is closed: no queue may grow without bound. */
const maxBufferedBytes = 1_048_576

/** One open socket, as the code above it sees it. */
export interface SocketConnection {
  /** The peer's address, for limits of its networks. */
  readonly address: string
  /** Writes pre-framed bytes; does nothing once the socket is closing. Closes a peer that does not read. */
  write(framed: Buffer): void
  /** Bytes that the peer has not taken yet. */
  bufferedBytes(): number
  close(code: number, reason: string): void
}

/** Handles the messages of one socket. */
export interface SocketHandler {
  onMessage(text: string): void
  onClose(): void
}

/** One path at which sockets are accepted, at the hosts that serve it. */
export interface SocketEndpoint {
  readonly path: string
  readonly hosts: readonly HostKind[]
  readonly protocol: string
  readonly maxMessageBytes: number
  onConnection(connection: SocketConnection): SocketHandler
}

export interface SocketServerOptions {
  readonly endpoints: readonly SocketEndpoint[]
  readonly origins: OriginRules
  /** Host names that are served. */
  readonly allowedHosts: readonly string[]
  readonly logger: Logger
  readonly metrics: Metrics
  readonly maxSocketsPerNetwork: number
  /** The peer's address, behind a trusted proxy or not. */
  addressOf(request: IncomingMessage): string
}

interface OpenEndpoint extends SocketEndpoint {
  readonly sockets: WebSocketServer
}

const heartbeatMs = 25_000
/** Clients return within this time after a stop, each at its own moment, but not before the next server may be up. */
const returnAfterMs = { from: 500, to: 5_000 } as const
/** A peer that has not closed its end so long after ours is cut off. */
const closeWithinMs = 2_000

/**
 * Accepts WebSockets at the paths of an HTTP server, with limits per address, and closes those that stop responding to
 * pings. `close` tells each peer when to return.
 */
export function attachSocketServer(server: Server, options: SocketServerOptions): { close(): void } {
  const endpoints = options.endpoints.map(openEndpoint)
  const crowd = createNetworkCrowd(options.maxSocketsPerNetwork)
  const alive = new WeakSet<WebSocket>()

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // Node hands the stream over without a listener: a peer that resets now would end the process.
    stream.on('error', () => {
      stream.destroy()
    })
    const refuse = (status: string) => stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
    const found = endpointOf(request, endpoints, options.allowedHosts)
    if (found === undefined) return void refuse('404 Not Found')
    if (isForeign(request, options)) return void refuse('403 Forbidden')
    const address = options.addressOf(request)
    const leave = crowd.enter(address)
    if (leave === null) return void refuse('429 Too Many Requests')
    stream.once('close', leave)
    joinWrites(stream)
    found.sockets.handleUpgrade(request, stream, head, (socket) => {
      open(socket, stream, { endpoint: found, address })
    })
  }

  const open = (
    socket: WebSocket,
    stream: Duplex,
    { endpoint, address }: { endpoint: SocketEndpoint; address: string },
  ): void => {
    options.metrics.sockets.inc()
    alive.add(socket)
    const handler = endpoint.onConnection(connectionOf(socket, stream, address, options.metrics))
    socket.on('pong', () => alive.add(socket))
    socket.on('message', (data, isBinary) => {
      joinWrites(stream)
      if (isBinary) socket.close(1003, 'text only')
      else handler.onMessage(textOf(data))
    })
    socket.on('error', (error) => {
      options.logger.debug({ err: error }, 'a socket failed')
    })
    socket.on('close', () => {
      options.metrics.sockets.dec()
      handler.onClose()
    })
  }

  const heartbeat = setInterval(() => {
    for (const socket of endpoints.flatMap(({ sockets }) => [...sockets.clients])) {
      if (!alive.has(socket)) socket.terminate()
      alive.delete(socket)
      socket.ping()
    }
  }, heartbeatMs)
  server.on('upgrade', onUpgrade)
  return {
    close: () => {
      clearInterval(heartbeat)
      server.off('upgrade', onUpgrade)
      for (const { sockets } of endpoints) {
        for (const socket of sockets.clients)
          socket.close(1001, String(randomInt(returnAfterMs.from, returnAfterMs.to)))
        sockets.close()
      }
      setTimeout(() => {
        for (const { sockets } of endpoints) for (const socket of sockets.clients) socket.terminate()
      }, closeWithinMs).unref()
    },
  }
}

function openEndpoint(endpoint: SocketEndpoint): OpenEndpoint {
  const { protocol, maxMessageBytes } = endpoint
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  return { ...endpoint, sockets }
}

function endpointOf(
  { url = '', headers: { host = '' } }: IncomingMessage,
  endpoints: readonly OpenEndpoint[],
  allowedHosts: readonly string[],
): OpenEndpoint | undefined {
  if (!isCustomerHost(host, allowedHosts)) return undefined
  const [path] = url.split('?')
  const kind = hostKind(host)
  return endpoints.find((endpoint) => endpoint.path === path && endpoint.hosts.includes(kind))
}

/**
 * Sends in one piece what is written until the end of the event loop's turn: the response to an upgrade with the first
 * message, and the responses to messages that came together. Where thousands of sockets return at once, each piece
 * counts.
 */
function joinWrites(stream: Duplex): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => {
    stream.uncork()
  })
}

function connectionOf(socket: WebSocket, stream: Duplex, address: string, metrics: Metrics): SocketConnection {
  return {
    address,
    write: (framed) => {
      if (socket.readyState !== socket.OPEN) return
      stream.write(framed)
      if (stream.writableLength <= maxBufferedBytes) return
      metrics.droppedSockets.inc()
      socket.terminate()
    },
    bufferedBytes: () => stream.writableLength,
    close: (code, reason) => {
      socket.close(code, reason)
    },
  }
}

function isForeign({ headers: { host = '', origin } }: IncomingMessage, { origins }: SocketServerOptions): boolean {
  return origin !== undefined && !isOriginAllowed(origin, host, origins)
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
