import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** A local fake of a live source: tests make it send, misbehave and vanish. */
export interface FakeSource {
  readonly url: string
  readonly port: number
  /** Paths of the connections so far, in order. */
  readonly paths: readonly string[]
  /** Messages sent by clients, over all connections. */
  readonly heard: readonly string[]
  /** Connections that are open now. */
  openCount(): number
  /** Sends a message on every open connection, or on the one at an index. */
  say(text: string, connection?: number): void
  sayBytes(bytes: Buffer): void
  /** Settles when every open client has processed the sent messages. */
  flushed(): Promise<void>
  /** Terminates every connection without a close handshake. */
  cut(): void
  /** Cuts every connection in the middle of a message. */
  cutInside(text: string): void
  close(): Promise<void>
}

/** Opens a source on a free port, or on `port`. `onConnect` sends first on each new connection. */
export async function openFakeSource(
  options: { port?: number; onConnect?: (say: (text: string) => void) => void } = {},
): Promise<FakeSource> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const connections: WebSocket[] = []
  const streams: Socket[] = []
  server.on('connection', (stream) => streams.push(stream))
  const paths: string[] = []
  const heard: string[] = []
  sockets.on('connection', (socket, request) => {
    connections.push(socket)
    paths.push(request.url ?? '')
    socket.on('message', (data: Buffer) => heard.push(data.toString()))
    socket.on('error', () => undefined)
    options.onConnect?.((text) => socket.send(text))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the source has no port')
  const open = () => connections.filter((socket) => socket.readyState === WebSocket.OPEN)
  return {
    url: `ws://127.0.0.1:${address.port}`,
    port: address.port,
    paths,
    heard,
    openCount: () => open().length,
    say(text, connection) {
      for (const socket of connection === undefined ? open() : connections.slice(connection, connection + 1))
        socket.send(text)
    },
    sayBytes(bytes) {
      for (const socket of open()) socket.send(bytes, { binary: true })
    },
    async flushed() {
      for (const socket of open()) {
        const answered = once(socket, 'pong')
        socket.ping()
        await answered
      }
    },
    cut() {
      for (const socket of connections) socket.terminate()
    },
    cutInside(text) {
      for (const stream of streams) if (!stream.destroyed) stream.end(halfFrame(text))
      for (const stream of streams) stream.destroySoon()
    },
    async close() {
      for (const socket of connections) socket.terminate()
      sockets.close()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The header of a WebSocket text message, which promises all of it, and the first half. */
function halfFrame(text: string): Buffer {
  const bytes = Buffer.from(text)
  const header = Buffer.from([0x81, 126, bytes.length >> 8, bytes.length & 255])
  return Buffer.concat([header, bytes.subarray(0, bytes.length / 2)])
}

/** A ticker in Kraken's documented shape. Prices are strings, so that the JSON contains them exactly. */
export function krakenTicker(
  symbol: string,
  quote: { bid: string; ask: string },
  type: 'snapshot' | 'update' = 'update',
): string {
  return `{"channel":"ticker","type":"${type}","data":[{"symbol":"${symbol}","bid":${quote.bid},"bid_qty":2.5,"ask":${quote.ask},"ask_qty":3.2,"last":${quote.bid},"volume":163.28,"vwap":105904.39,"low":104711.00,"high":106613.10,"change":250.00,"change_pct":0.24,"timestamp":"2022-12-25T09:30:59.123456Z"}]}`
}

/** A best bid and ask in Binance's recorded shape. */
export function binanceTicker(symbol: string, quote: { bid: string; ask: string; id: number }): string {
  const data = `{"u":${quote.id},"s":"${symbol}","b":"${quote.bid}","B":"31.21000000","a":"${quote.ask}","A":"40.66000000"}`
  return `{"stream":"${symbol.toLowerCase()}@bookTicker","data":${data}}`
}

/** A ticker in Coinbase's recorded shape, of a trade that happens now unless `atMs` is given. */
export function coinbaseTicker(
  product: string,
  quote: { bid: string; ask: string; id: number; atMs?: number },
): string {
  const time = new Date(quote.atMs ?? Date.now()).toISOString()
  return `{"type":"ticker","sequence":${quote.id},"product_id":"${product}","price":"${quote.bid}","open_24h":"14.6647","best_bid":"${quote.bid}","best_ask":"${quote.ask}","side":"buy","time":"${time}","trade_id":881613,"last_size":"0.04"}`
}
