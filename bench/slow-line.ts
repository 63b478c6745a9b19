import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How slow a line is: the wait before each response, in milliseconds, and what it carries to the phone. */
export interface LineSpeed {
  readonly latency: number
  readonly downloadBytesPerSecond: number
}

export interface SlowLine {
  readonly origin: string
  /** For those that serve sockets themselves. */
  readonly server: Server
  close(): Promise<void>
}

/**
 * A slow line to a server. Chromium slows only what a page requests, this also what its service worker does. All
 * responses share the line. Sockets do not pass it.
 */
export async function openSlowLine(origin: string, { latency, downloadBytesPerSecond }: LineSpeed): Promise<SlowLine> {
  let freeAtMs = 0
  const carry = async (bytes: number) => {
    freeAtMs = Math.max(performance.now(), freeAtMs) + (bytes / downloadBytesPerSecond) * 1_000
    await sleep(Math.max(0, freeAtMs - performance.now()))
  }
  const server = createServer((asked, answer) => {
    const serve = async () => {
      const [response] = await Promise.all([forwarded(origin, asked), sleep(latency)])
      answer.writeHead(response.statusCode ?? 502, response.headers)
      const chunks: AsyncIterable<Buffer> = response
      for await (const chunk of chunks) {
        await carry(chunk.length)
        answer.write(chunk)
      }
      answer.end()
    }
    // A page that is left takes its requests with it.
    serve().catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    // Service workers need a secure context, which localhost is.
    origin: `http://localhost:${address.port}`,
    server,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forwarded(origin: string, asked: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(asked.url ?? '/', origin), { method: asked.method, headers: asked.headers }, resolve)
    call.on('error', reject)
    asked.pipe(call)
  })
}
