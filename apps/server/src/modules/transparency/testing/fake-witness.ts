import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCheckpoint, parseNote } from '@candor/proof'
import { cosign } from './test-witness.ts'

/** What a witness of tests does with a request; by default it cosigns whatever it is shown. */
export type Behaviour = (request: FakeRequest, response: ServerResponse) => void | Promise<void>

export interface FakeRequest {
  readonly oldSize: number
  readonly size: number
  readonly origin: string
  readonly note: string
  readonly message: IncomingMessage
}

export interface FakeWitness {
  readonly url: string
  readonly requests: FakeRequest[]
  behave: Behaviour
  close(): Promise<void>
}

export const respond =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Cosigns as the witness of a byte, without any check. */
export const cosignAs =
  (byte: number, timeSeconds?: number): Behaviour =>
  async ({ note }, response) => {
    response.end(`${(await cosign(byte, note, timeSeconds)).line}\n`)
  }

/** Starts a witness that does as the test says. */
export async function startFakeWitness(behave: Behaviour): Promise<FakeWitness> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const split = body.indexOf('\n\n')
      const note = body.slice(split + 2)
      const { origin, size } = parseCheckpoint(parseNote(note).text)
      const request = { oldSize: Number(body.slice(4, body.indexOf('\n'))), size, origin, note, message }
      fake.requests.push(request)
      void fake.behave(request, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const fake: FakeWitness = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    behave,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve()).closeAllConnections()
      }),
  }
  return fake
}
