import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { formatVerifierKey } from '@candor/proof'
import { maxRequestBytes } from './add-checkpoint.ts'
import type { Witness } from './add-checkpoint.ts'
import type { WitnessFolder } from './witness-folder.ts'

/** A witness that is listening. */
export interface ListeningWitness {
  readonly url: string
  /** Ends its connections, and lets another process open its folder. */
  close(): Promise<void>
}

/** Serves a witness at an address. Port 0 takes a free one. */
export async function listen({
  witness,
  folder,
  port,
  host,
}: {
  readonly witness: Witness
  readonly folder: WitnessFolder
  readonly port: number
  readonly host: string
}): Promise<ListeningWitness> {
  const server = createWitnessServer(witness, folder)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${addressOf(server)}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve()).closeAllConnections()
      })
      folder.close()
    },
  }
}

function addressOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return ''
  return address.family === 'IPv6' ? `[${address.address}]:${address.port}` : `${address.address}:${address.port}`
}

/**
 * Serves a witness: `POST /add-checkpoint`; `GET /checkpoint?origin=…`, the newest cosigned checkpoint of a log, for
 * monitors; `GET /`, the public key. Does not listen yet.
 */
function createWitnessServer(witness: Witness, folder: WitnessFolder): Server {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    respond(witness, folder, request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) send(response, 500, 'text/plain; charset=utf-8', 'The witness failed.\n')
    })
  })
  server.maxConnections = 100
  return server
}

async function respond(
  witness: Witness,
  folder: WitnessFolder,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://witness')
  if (request.method === 'POST' && pathname === '/add-checkpoint') {
    const body = await bodyOf(request)
    if (body === null) return send(response, 400, 'text/plain; charset=utf-8', 'The request is too long.\n')
    const { status, type, body: text } = await witness.addCheckpoint(body)
    return send(response, status, type, text)
  }
  if (request.method === 'GET' && pathname === '/')
    return send(response, 200, 'text/plain; charset=utf-8', `${formatVerifierKey(folder.key.key)}\n`)
  if (request.method === 'GET' && pathname === '/checkpoint') {
    const stored = await folder.stored(searchParams.get('origin') ?? '')
    if (stored !== null) return send(response, 200, 'text/plain; charset=utf-8', stored.note)
  }
  return send(response, 404, 'text/plain; charset=utf-8', 'Nothing is served here.\n')
}

/** The body, or null for one that is longer than any request. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length > maxRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  // A body that was not read to its end cannot be followed by another request.
  if (status === 400) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}
