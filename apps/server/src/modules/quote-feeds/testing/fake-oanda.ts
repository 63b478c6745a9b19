import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

/** A local fake of OANDA's v20 API: the instrument list, and the pricing stream in the documented shape. */
export interface FakeOanda {
  readonly url: string
  readonly port: number
  /** Paths with queries of the streams so far, in order. */
  readonly paths: readonly string[]
  openCount(): number
  /** Writes raw text to every open stream, or to that of an index. */
  write(text: string, connection?: number): void
  cut(): void
  close(): Promise<void>
}

export interface FakeOandaOptions {
  readonly port?: number
  readonly token?: string
  readonly instruments?: readonly string[]
  readonly onConnect?: (write: (text: string) => void) => void
}

/** Opens a fake on a free port, or on `port`. Any token but the right one is refused with 401. */
export async function openFakeOanda(options: FakeOandaOptions = {}): Promise<FakeOanda> {
  const { token = 'the-right-token', instruments = ['EUR_USD', 'XAU_USD', 'CORN_USD'] } = options
  const streams: ServerResponse[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (request.headers.authorization !== `Bearer ${token}`) {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"errorMessage":"Insufficient authorization to perform request."}')
    } else if (path.endsWith('/instruments')) {
      response.end(
        JSON.stringify({ instruments: instruments.map((name) => ({ name, type: 'CURRENCY', displayPrecision: 5 })) }),
      )
    } else {
      paths.push(path)
      streams.push(response)
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders()
      options.onConnect?.((text) => response.write(text))
    }
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the source has no port')
  const open = () => streams.filter((stream) => !stream.destroyed)
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    paths,
    openCount: () => open().length,
    write(text, connection) {
      for (const stream of connection === undefined ? open() : streams.slice(connection, connection + 1))
        stream.write(text)
    },
    cut() {
      for (const stream of streams) stream.destroy()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A price in the documented shape, with the current time unless `time` is given. */
export function oandaPrice(
  instrument: string,
  quote: { bid: string; ask: string; time?: string; tradeable?: boolean },
): string {
  const { bid, ask, time = new Date().toISOString(), tradeable = true } = quote
  const status = tradeable ? 'tradeable' : 'non-tradeable'
  return `{"type":"PRICE","instrument":"${instrument}","time":"${time}","status":"${status}","tradeable":${tradeable},"bids":[{"price":"${bid}","liquidity":10000000}],"asks":[{"price":"${ask}","liquidity":10000000}],"closeoutBid":"${bid}","closeoutAsk":"${ask}"}\n`
}

export const oandaHeartbeat = '{"type":"HEARTBEAT","time":"2016-10-27T08:38:45.664613867Z"}\n'
