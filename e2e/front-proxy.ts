import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** A server in front of Candor, as a provider has one. */
export interface FrontProxy {
  /** Where the app opens. */
  readonly address: string
  readonly origin: string
  /** Breaks the connection, or restores it. */
  cut(isCut: boolean): void
  /** Serves the app's worker as another build would, from now on. */
  renewWorker(): void
  /** The paths of all requests so far. */
  readonly requested: readonly string[]
  /** Keeps back requests for the page until the returned function is called. */
  holdPage(): () => void
  close(): Promise<void>
}

/** Puts a proxy in front of an origin: pages and workers are affected alike. */
export async function openFrontProxy(origin: string): Promise<FrontProxy> {
  const target = new URL(origin)
  const sockets = new Set<Socket>()
  let isCut = false
  let builds = 0
  const requested: string[] = []
  let held: Promise<void> | null = null
  const server = createServer((asked, answer) => {
    requested.push(asked.url ?? '')
    if (asked.url === '/h5/' && held !== null) void held.then(() => forward(asked, answer))
    else forward(asked, answer)
  })
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const isWorker = asked.url === '/h5/worker.js'
    const { 'accept-encoding': _coding, 'if-none-match': _tag, 'if-modified-since': _time, ...plain } = asked.headers
    // Another build differs in its bytes: only whole and plain ones can be changed.
    const headers = isWorker ? plain : asked.headers
    const call = request(
      { host: target.hostname, port: target.port, path: asked.url, method: asked.method, headers },
      (got) => {
        const { 'content-length': _length, ...others } = got.headers
        answer.writeHead(got.statusCode ?? 502, isWorker ? others : got.headers)
        if (isWorker) answer.write(`/* build ${builds} */\n`)
        got.pipe(answer)
      },
    )
    call.on('error', () => answer.destroy())
    asked.pipe(call)
  }
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (asked, socket, head) => {
    const line = connect(Number(target.port), target.hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`)
      line.write(`${[`GET ${asked.url ?? ''} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)
      line.write(head)
      line.pipe(socket).pipe(line)
    })
    for (const one of [line, socket]) one.on('error', () => [line, socket].forEach((end) => end.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const own = `http://localhost:${address.port}`
  const drop = () => sockets.forEach((socket) => socket.destroy())
  return {
    address: `${own}/h5/`,
    origin: own,
    cut: (shallCut) => {
      isCut = shallCut
      if (isCut) drop()
    },
    renewWorker: () => (builds += 1),
    requested,
    holdPage: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    close: () => {
      drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
